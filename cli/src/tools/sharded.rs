//! Commands that do their work, or with `merge` put shares of it together.

use clap::{ArgMatches, Args, Command, FromArgMatches};

/// Work, or the putting together of its shares.
#[derive(Clone, Debug)]
pub enum Sharded<A, M> {
    /// The command's own work.
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
