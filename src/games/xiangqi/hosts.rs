//! Xiangqi for GUIs of UCCI and CECP.

use crate::base::hosts::{HostConventions, XboardVariant};

/// Ranks count from 0 in both protocols, and XBoard knows the rules.
pub const HOSTS: HostConventions = HostConventions {
    ranks_from_zero: Some(("XiangqiRanks", "0-9")),
    xboard: Some(XboardVariant { setup: None, dashes: true }),
};
