//! Permissions of hosts: a page in a browser is not trusted like the user's own programs.

use crate::base::{Error, OptionKind, OptionSpec, Result};
use crate::engine::Engine;

/// Permissions and limits of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostPolicy {
    /// Whether options may name files.
    pub files: bool,
    /// The largest transposition table in MiB.
    pub hash: i64,
    /// The greatest number of threads.
    pub threads: i64,
    /// The greatest number of deferred lines; more are lost, and with them the position. A reader thread waits instead.
    pub waiting: usize,
}

impl HostPolicy {
    /// The policy for the user's own programs: limits that no sane host reaches.
    pub const TRUSTED: HostPolicy =
        HostPolicy { files: true, hash: i64::MAX, threads: i64::MAX, waiting: usize::MAX };

    /// Returns the option within this host's limits; `None` if it is not allowed.
    pub fn narrow(&self, spec: OptionSpec) -> Option<OptionSpec> {
        let most = match spec.name {
            "Hash" => self.hash,
            "Threads" => self.threads,
            _ => i64::MAX,
        };
        match spec.kind {
            // All text options name files or folders; review this for a new text option.
            OptionKind::Text(_) if !self.files => None,
            OptionKind::Spin { default, min, max } => {
                let max = max.min(most);
                Some(OptionSpec { kind: OptionKind::Spin { default: default.min(max), min, max }, ..spec })
            }
            _ => Some(spec),
        }
    }

    /// Rejects a value outside the limits. The engine rejects unknown names.
    ///
    /// # Errors
    /// [`Error::Option`] when this host may not set the option, or not to this value.
    pub fn check(&self, engine: &Engine, name: &str, value: Option<&str>) -> Result<()> {
        let Some(spec) = engine.option_list().into_iter().find(|spec| spec.is(name)) else { return Ok(()) };
        let spec = self.narrow(spec).ok_or_else(|| Error::option(name, "not allowed from a page"))?;
        spec.parse(value.unwrap_or_default()).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::ENGINE;

    #[test]
    fn bounds_narrow_options() {
        let policy = HostPolicy { files: false, hash: 64, threads: 2, waiting: 8 };
        let kept: Vec<OptionSpec> = ENGINE.iter().filter_map(|spec| policy.narrow(*spec)).collect();
        let max = |name: &str| {
            let spec = kept.iter().find(|spec| spec.is(name))?;
            if let OptionKind::Spin { max, .. } = spec.kind { Some(max) } else { None }
        };
        assert_eq!((max("Hash"), max("Threads"), max("MultiPV")), (Some(64), Some(2), Some(500)));
        assert!(kept.iter().all(|spec| !matches!(spec.kind, OptionKind::Text(_))));
        assert!(ENGINE.iter().all(|spec| HostPolicy::TRUSTED.narrow(*spec) == Some(*spec)));
    }
}
