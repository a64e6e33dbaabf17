//! Features of a network (NNUE) for Nam Dinh: none yet.

use super::board::NamDinh;
use crate::traits::NnueFeatures;

impl NnueFeatures for NamDinh {}
