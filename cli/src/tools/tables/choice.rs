//! Which classes of tables a command is about, and what their distances count.

use banco::base::{Error, Result};
use banco::solve::retrograde::{self, Metric, Tables};
use banco::traits::Indexed;

/// Which classes; all tables of the folder if nothing is chosen.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Choice {
    /// A class and all that it rests on, such as 3,2 (Nam Dinh) or R.AAEE (Xiangqi); may be given several times.
    #[arg(long, visible_alias = "soldiers", conflicts_with_all = ["max_total", "max_attackers", "all"])]
    class: Vec<String>,
    /// All classes with at most so many pieces, kings not counted.
    #[arg(long)]
    max_total: Option<u32>,
    /// All classes in which neither side has more pieces that can mate.
    #[arg(long)]
    max_attackers: Option<u32>,
    /// All classes of a kind.
    #[arg(long, value_name = "KIND")]
    all: Option<Kind>,
    /// What distances count.
    #[arg(long, value_enum, default_value_t)]
    metric: MetricName,
}

/// What the distances of tables count.
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
    /// Those that `TablePath` `small` builds.
    Small,
}

impl Choice {
    /// What distances count.
    pub(super) fn metric(&self) -> Metric {
        self.metric.into()
    }

    fn is_empty(&self) -> bool {
        let limits = [self.max_total, self.max_attackers];
        self.class.is_empty() && self.all.is_none() && limits == [None; 2]
    }

    /// The classes that are meant, each after those that it rests on.
    pub(super) fn classes<G: Indexed>(&self) -> Result<Vec<G::Class>> {
        let classes = self.named::<G>()?;
        Ok(if self.class.is_empty() { classes } else { retrograde::closure::<G>(classes) })
    }

    /// The classes that are meant, those that they rest on left out unless they are meant too.
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

    pub(super) fn present<G: Indexed>(&self, tables: &Tables<G>) -> Result<Vec<G::Class>> {
        if self.is_empty() {
            return Ok(tables.list().iter().map(|table| table.class).collect());
        }
        // Those below may be there in another metric only.
        if tables.metric() == Metric::Mate { self.classes::<G>() } else { self.named::<G>() }
    }
}
