//! Choice of classes of tables, and of the metric of their distances.

use banco::base::{Error, Result};
use banco::solve::retrograde::{self, Metric, Tables};
use banco::traits::Indexed;

/// Chosen classes; all tables of the folder if none is chosen.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Choice {
    /// Class with its sub-tables, in the form of the game, such as R.AAEE in Xiangqi; may be repeated.
    #[arg(long, visible_alias = "soldiers", conflicts_with_all = ["max_total", "max_attackers", "all"])]
    class: Vec<String>,
    /// All classes with at most this many pieces, kings not counted.
    #[arg(long)]
    max_total: Option<u32>,
    /// All classes in which each side has at most this many pieces that can mate.
    #[arg(long)]
    max_attackers: Option<u32>,
    /// All classes of a kind.
    #[arg(long, value_name = "KIND")]
    all: Option<Kind>,
    /// Metric of distances.
    #[arg(long, value_enum, default_value_t)]
    metric: MetricName,
}

/// Metric of the distances of tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum MetricName {
    /// Plies to the end of the game (DTM).
    #[default]
    Mate,
    /// Plies to the next move that changes the class, or to the end of the game (DTC).
    Conversion,
}

impl From<MetricName> for Metric {
    fn from(name: MetricName) -> Metric {
        match name {
            MetricName::Mate => Metric::Mate,
            MetricName::Conversion => Metric::Conversion,
        }
    }
}

/// Kinds of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// Only one side has pieces that can mate.
    OneSided,
    /// Classes that `TablePath` `small` builds.
    Small,
}

impl Choice {
    /// Returns the metric of distances.
    pub(super) fn metric(&self) -> Metric {
        self.metric.into()
    }

    fn is_empty(&self) -> bool {
        let limits = [self.max_total, self.max_attackers];
        self.class.is_empty() && self.all.is_none() && limits == [None; 2]
    }

    /// Returns the chosen classes, each after its sub-tables.
    pub(super) fn classes<G: Indexed>(&self) -> Result<Vec<G::Class>> {
        let classes = self.named::<G>()?;
        Ok(if self.class.is_empty() { classes } else { retrograde::closure::<G>(classes) })
    }

    /// Returns the chosen classes without their sub-tables, unless those are chosen too.
    pub(super) fn named<G: Indexed>(&self) -> Result<Vec<G::Class>> {
        if self.is_empty() {
            return Err(Error::usage("--class, --max-total, --max-attackers or --all expected"));
        }
        if !self.class.is_empty() {
            return self.class.iter().map(|text| G::parse_class(text)).collect();
        }
        let most = self.max_total.unwrap_or(u32::MAX);
        let mut classes = if self.all == Some(Kind::Small) { G::small_classes() } else { G::classes(most) };
        classes.retain(|&class| {
            let [stronger, weaker] = G::attackers(class);
            let fits = |count: u32| self.max_attackers.is_none_or(|most| count <= most);
            fits(stronger) && fits(weaker) && (self.all != Some(Kind::OneSided) || weaker == 0)
        });
        Ok(classes)
    }

    /// Returns the chosen classes that the folder may hold.
    pub(super) fn present<G: Indexed>(&self, tables: &Tables<G>) -> Result<Vec<G::Class>> {
        if self.is_empty() {
            return Ok(tables.list().iter().map(|table| table.class).collect());
        }
        // Sub-tables may exist in the other metric only.
        if tables.metric() == Metric::Mate { self.classes::<G>() } else { self.named::<G>() }
    }
}
