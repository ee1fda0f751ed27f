//! What is read and written, and what is not.

use std::fs;

use super::{DATA, Folder, TEMPLATE};

const CONVERT: [&str; 5] = ["convert", "--from", "thresh", "--to", "thresh"];

fn convert<'a>(folder: &Folder, rest: &[&'a str]) -> super::Ran {
    let arguments: Vec<&'a str> = CONVERT.iter().copied().chain(rest.iter().copied()).collect();
    folder.run(&arguments)
}

#[test]
fn an_input_is_not_overwritten_however_it_is_named() {
    let folder = Folder::with(&[("d.json", DATA), ("t.yml", TEMPLATE), ("x/e.json", DATA)]);
    for output in ["d.json", "./d.json", "x/../d.json"] {
        convert(&folder, &["d.json", output]).exits(2).says("--force");
        folder.run(&["bundle", "t.yml", "d.json", "-o", output]).exits(2).says("--force");
        folder.run(&["merge", "d.json", "x/e.json", "-o", output]).exits(2).says("--force");
    }
    folder.run(&["bundle", "t.yml", "d.json", "-o", "t.yml"]).exits(2);
    assert_eq!((folder.read("d.json").as_str(), folder.read("t.yml").as_str()), (DATA, TEMPLATE));
    convert(&folder, &["d.json", "d.json", "--force"]).exits(0);
    assert_ne!(folder.read("d.json"), DATA);
}

#[cfg(unix)]
#[test]
fn a_link_to_an_input_is_that_input() {
    let folder = Folder::with(&[("d.json", DATA)]);
    std::os::unix::fs::symlink("d.json", folder.0.join("link.json")).expect("a link");
    convert(&folder, &["d.json", "link.json"]).exits(2).says("--force");
    convert(&folder, &["d.json", "link.json", "--force"]).exits(0);
    let link = fs::symlink_metadata(folder.0.join("link.json")).expect("a link");
    assert!(link.file_type().is_symlink());
    assert_ne!(folder.read("d.json"), DATA);
}

#[test]
fn files_that_cannot_be_read_end_with_2() {
    let folder = Folder::with(&[("t.yml", TEMPLATE)]);
    folder.write("latin1.json", b"[{\"target\":\n\"\xe9\"}]");
    fs::create_dir(folder.0.join("folder")).expect("a folder");
    for name in ["latin1.json", "missing.json", "folder"] {
        for arguments in [
            &["check", "t.yml", name][..],
            &["check", name],
            &["bundle", "t.yml", name, "-o", "out.json"],
            &["merge", name, "-o", "out.json"],
            &["convert", "--from", "thresh", "--to", "thresh", name, "out.json"],
        ] {
            let ran = folder.run(arguments).exits(2).says(name).says("what to do: ");
            assert_eq!(ran.out, "", "{arguments:?}");
            let json = folder.json(arguments, 2);
            let message = json["failure"]["message"].as_str().unwrap_or_default();
            assert!(message.contains(name), "{message}");
        }
    }
    folder.run(&["check", "latin1.json"]).says("line 2");
    assert!(!folder.has("out.json"));
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind() {
    let folder = Folder::with(&[("d.json", DATA)]);
    fs::create_dir(folder.0.join("folder")).expect("a folder");
    convert(&folder, &["d.json", "nowhere/out.json"]).exits(2).says("nowhere");
    convert(&folder, &["d.json", "folder"]).exits(2).says("is a folder");
    assert_eq!(folder.names(), ["d.json", "folder"]);
    convert(&folder, &["d.json", "out.json"]).exits(0);
    assert_eq!(folder.names(), ["d.json", "folder", "out.json"]);
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_devices_are_written_to() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[("d.json", DATA), ("out.json", "")]);
    let path = folder.0.join("out.json");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("permissions");
    convert(&folder, &["d.json", "out.json"]).exits(0);
    assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o640);
    convert(&folder, &["d.json", "/dev/null"]).exits(0);
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
}

#[test]
fn standard_input_is_read_once() {
    let folder = Folder::with(&[("t.yml", TEMPLATE)]);
    folder.run_with(&["check", "t.yml", "-"], DATA).exits(0).says("2 instances");
    folder.run_with(&["check", "-"], TEMPLATE).exits(0).says("2 categories");
    folder.run_with(&["check", "-", "-"], TEMPLATE).exits(2).says("more than once");
    folder.run_with(&["merge", "-", "-", "-o", "o.json"], DATA).exits(2).says("more than once");
    folder.run_with(&["bundle", "-", "-", "-o", "o.json"], DATA).exits(2).says("more than once");
    folder.run_with(&["check", "t.yml", "-"], b"\xff\xfe").exits(2).says("UTF-8");
}
