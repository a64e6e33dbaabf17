//! Tables built by processes under `mpirun`: the same files as with one process, and no partial ones.
//!
//! `cargo test --release --features mpi --test mpi`; needs Open MPI (`apt-get install libopenmpi-dev openmpi-bin
//! libclang-dev`).

#[path = "it/common/readme.rs"]
#[allow(dead_code)] // The commands shown are for other tests.
mod readme;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use banco::games::namdinh::{MaterialSignature, NamDinh};
use banco::solve::Quiet;
use banco::solve::retrograde::{Plan, SingleRank, Tables, build};

const BANCO: &str = env!("CARGO_BIN_EXE_banco");

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("banco-mpi-{}-{name}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    path
}

/// Runs a build on `ranks` ranks; `script` starts each with the command as its arguments.
fn mpirun(ranks: u32, script: &str, folder: &Path, soldiers: &str) -> Output {
    let mut command = Command::new("mpirun");
    // Tests may run as root in a container.
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command.args(["--oversubscribe", "-n", &ranks.to_string(), "sh", "-c", script, "sh", BANCO]);
    command
        .args(["tables", "build", "--game", "namdinh", "--class", soldiers, "--threads", "1", "--dir"])
        .arg(folder);
    command.output().expect("mpirun starts")
}

fn plan() -> Plan<MaterialSignature> {
    Plan { classes: vec![MaterialSignature::new(2, 2)], metric: Default::default(), memory: 512, threads: 2 }
}

/// The name and content of each table of a folder.
fn tables(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let list = Tables::<NamDinh>::open(folder).unwrap().0.list();
    let name = |class| format!("namdinh-{class}.banco");
    list.iter().map(|table| (name(table.class), fs::read(folder.join(name(table.class))).unwrap())).collect()
}

#[test]
fn ranks_build_what_one_process_builds() {
    let alone = folder("alone");
    assert_eq!(build::<NamDinh>(&alone, &plan(), &SingleRank, &Quiet).unwrap().len(), 3);
    for ranks in [1, 2, 4] {
        let folder = folder(&format!("{ranks}-ranks"));
        let output = mpirun(ranks, "exec \"$@\"", &folder, "2,2");
        assert!(output.status.success(), "{output:?}");
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(stdout.matches("3 tables built").count(), 1, "only the first rank reports: {stdout}");
        assert!(tables(&folder) == tables(&alone), "{ranks} ranks");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 4, "nothing but the tables and the lock");
        fs::remove_dir_all(folder).unwrap();
    }
    fs::remove_dir_all(alone).unwrap();
}

/// The second rank is killed in the middle of a class.
#[test]
fn a_rank_that_dies_ends_the_run() {
    let folder = folder("killed");
    let script = "[ $OMPI_COMM_WORLD_RANK = 1 ] && exec timeout -s KILL 2 \"$@\"; exec \"$@\"";
    let output = mpirun(2, script, &folder, "3,3");
    assert!(!output.status.success());
    let finished = tables(&folder);
    let (_, faults) = Tables::<NamDinh>::open(&folder).unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    // Finished tables stay, and the next run continues from there.
    let output = mpirun(2, "exec \"$@\"", &folder, "2,2");
    assert!(output.status.success(), "{output:?}");
    let now = tables(&folder);
    assert!(finished.iter().all(|table| now.contains(table)));
    let tmp =
        |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().to_string_lossy().ends_with("tmp");
    assert!(!fs::read_dir(&folder).unwrap().any(tmp), "a build sweeps away what a dead one left");
    build::<NamDinh>(&folder, &plan(), &SingleRank, &Quiet).unwrap();
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_rank_that_fails_says_why_and_ends_the_run() {
    let folder = folder("failing");
    let script = "[ $OMPI_COMM_WORLD_RANK = 1 ] && exec \"$@\" --memory 1; exec \"$@\"";
    let output = mpirun(2, script, &folder, "2,2");
    assert!(!output.status.success());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("rank 1 of 2: ") && stderr.contains("MiB of memory"), "{stderr}");
    assert!(tables(&folder).is_empty());
    fs::remove_dir_all(folder).unwrap();
}

/// docs/distributed.md's script, under the variables that Slurm sets for two tasks of a job.
#[test]
fn a_batch_script_builds_the_same() {
    let (alone, folder) = (folder("batch-alone"), folder("batch"));
    build::<NamDinh>(&alone, &plan(), &SingleRank, &Quiet).unwrap();
    let scripts = readme::write_scripts(&folder);
    let script =
        scripts.iter().find(|path| path.ends_with("tables.sh")).expect("docs/distributed.md shows it");
    let own = Path::new(BANCO).parent().unwrap().display();
    let path = format!("{own}:{}", std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.arg(script).arg("2,2").current_dir(&folder).env("PATH", path);
    command.envs([("SLURM_NTASKS", "2"), ("SLURM_CPUS_PER_TASK", "1"), ("SLURM_MEM_PER_CPU", "256")]);
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    // The machine may have fewer processors than Slurm would give.
    command.env("OMPI_MCA_rmaps_base_oversubscribe", "1");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(tables(&folder.join("tables")) == tables(&alone));
    fs::remove_dir_all(folder).unwrap();
    fs::remove_dir_all(alone).unwrap();
}
