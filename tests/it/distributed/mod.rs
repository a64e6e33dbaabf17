//! Jobs divided among machines.

mod cluster;
mod shards;
