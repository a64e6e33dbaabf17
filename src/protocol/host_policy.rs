//! What a host may not do that is not trusted like the user's own programs: a page in a browser.

use crate::base::{Error, OptionKind, OptionSpec, Result};
use crate::engine::Engine;

/// The policy for a host: the bounds of what it may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostPolicy {
    /// Whether options may name files.
    pub files: bool,
    /// The most megabytes of table.
    pub hash: i64,
    /// The most threads.
    pub threads: i64,
    /// The most lines that may wait for the end of a job.
    pub waiting: usize,
}

impl HostPolicy {
    /// That for a host that is the user's own program: bounds for nothing but what no host means to say.
    pub const TRUSTED: HostPolicy =
        HostPolicy { files: true, hash: i64::MAX, threads: i64::MAX, waiting: 4096 };

    /// The option as this host may use it; `None` when it may not.
    pub fn narrow(&self, spec: OptionSpec) -> Option<OptionSpec> {
        let most = match spec.name {
            "Hash" => self.hash,
            "Threads" => self.threads,
            _ => i64::MAX,
        };
        match spec.kind {
            // All options with free text name files or folders; a new one has to be thought about here.
            OptionKind::Text(_) if !self.files => None,
            OptionKind::Spin { default, min, max } => {
                let max = max.min(most);
                Some(OptionSpec { kind: OptionKind::Spin { default: default.min(max), min, max }, ..spec })
            }
            _ => Some(spec),
        }
    }

    /// Refuses a value outside the bounds. Names that are no option are left to the engine.
    ///
    /// # Errors
    /// [`Error::Option`] when this host may not set the option, or not to this value.
    pub fn check(&self, engine: &Engine, name: &str, value: Option<&str>) -> Result<()> {
        let Some(spec) = engine.option_list().into_iter().find(|spec| spec.is(name)) else { return Ok(()) };
        let spec = self.narrow(spec).ok_or_else(|| Error::option(name, "not from a page"))?;
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
