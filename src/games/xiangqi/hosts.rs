//! How GUIs of UCCI and of XBoard know Xiangqi.

use crate::base::hosts::{HostConventions, XboardVariant};

/// Both count ranks from 0, and XBoard knows the rules.
pub const HOSTS: HostConventions = HostConventions {
    ranks_from_zero: Some(("XiangqiRanks", "0-9")),
    xboard: Some(XboardVariant { setup: None, dashes: true }),
};
