//! Commands that run one shard of a job, or join the shards with `merge`.

use clap::{ArgMatches, Args, Command, FromArgMatches};

/// A command's own work, or the join of its shards.
#[derive(Clone, Debug)]
pub enum Sharded<A, M> {
    /// Arguments of the work.
    Work(A),
    /// Arguments of `merge`.
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
            .subcommand(merge.about("Joins the parts of all shards"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Sharded::<A, M>::augment_args(command)
    }
}
