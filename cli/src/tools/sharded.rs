//! Commands that do a share of their work when asked to, with `merge`, which puts the shares together.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::shard::Shard;

/// Which share of the work to do, and where its results go.
#[derive(Clone, Debug, Args)]
pub struct Share {
    /// The share of the work to do; `merge` puts the shares together.
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// The part, this share's results: a part that was cut off goes on, a finished one stays.
    #[arg(long, value_name = "FILE", requires = "shard")]
    out: Option<PathBuf>,
}

impl Share {
    /// The share and its file, when only a share is asked for.
    pub fn get(&self) -> Option<(Shard, &Path)> {
        self.shard.zip(self.out.as_deref())
    }
}

/// The parts to put together.
#[derive(Clone, Debug, Args)]
pub struct Parts {
    /// The parts, all of one job.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// Work, or the putting together of its shares.
#[derive(Clone, Debug)]
pub enum Sharded<A, M = Parts> {
    /// The command's own work, or a share of it.
    Work(A),
    /// `merge`.
    Merge(M),
}

impl<A: Args, M: Args> FromArgMatches for Sharded<A, M> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand() {
            Some((_, matches)) => M::from_arg_matches(matches).map(Sharded::Merge),
            None => A::from_arg_matches(matches).map(Sharded::Work),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Sharded::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<A: Args, M: Args> Args for Sharded<A, M> {
    fn augment_args(command: Command) -> Command {
        let merge = M::augment_args(Command::new("merge"));
        A::augment_args(command)
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
            .disable_help_subcommand(true)
            .subcommand(merge.about("Puts the parts of all shares together"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Sharded::<A, M>::augment_args(command)
    }
}
