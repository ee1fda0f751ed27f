//! Reading and writing of files, and their refusal.

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
fn utf_16_with_a_byte_order_mark_is_read_as_on_the_page() {
    let folder = Folder::new();
    let table = "\u{feff}category\ttarget\tstart\tend\na\tÄ 🚢\t0\t1\n";
    for (name, bytes_of) in
        [("le.tsv", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("be.tsv", u16::to_be_bytes)]
    {
        let bytes: Vec<u8> = table.encode_utf16().flat_map(bytes_of).collect();
        folder.write(name, &bytes);
        folder.run(&["convert", "--force", "--to", "thresh", name, "out.json"]).exits(0);
        assert!(folder.read("out.json").contains("Ä 🚢"), "{name}");
    }
}

#[test]
fn files_that_are_no_text_are_refused_with_what_they_are() {
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("d.json", DATA)]);
    let tar = [&[0; 257][..], b"ustar\x0000"].concat();
    let cases: [(&str, &[u8], &str, &str); 6] = [
        ("table.xlsx", b"PK\x03\x04\x14\x00\x06\xff", "Word or Excel", "as CSV"),
        ("data.zip", b"PK\x03\x04\x14\x00\x00\x00", "ZIP archive", "Unpack it"),
        ("data.json.gz", b"\x1f\x8b\x08\x00\x00", "compressed (gzip)", "Unpack it"),
        ("data.tar", &tar, "tar archive", "Unpack it"),
        ("paper.pdf", b"%PDF-1.7\n%\xe2\xe3\n", "This is a PDF", "JSON"),
        ("program", b"\x7fELF\x02\x00\xff", "holds no text", "JSON"),
    ];
    for (name, bytes, what, remedy) in cases {
        folder.write(name, bytes);
        for arguments in [
            &["check", "t.yml", name][..],
            &["check", name],
            &["bundle", "t.yml", name, "-o", "out.json"],
            &["bundle", name, "d.json", "-o", "out.json"],
            &["new", "T", "--list", name],
            &["merge", "d.json", name, "-o", "out.json"],
            &["convert", "--from", "mqm", "--to", "thresh", name, "out.json"],
            &["convert", "--from", "thresh", "--to", "thresh", "--map", name, "d.json", "o.json"],
            &["agree", "d.json", name],
            &["stats", name],
            &["stats", "--template", name, "d.json"],
        ] {
            let ran = folder.run(arguments).exits(2).says(name).says(what).says("what to do: ");
            assert!(ran.err.contains(remedy) && ran.out.is_empty(), "{arguments:?}: {ran:?}");
        }
    }
    assert!(!folder.has("out.json"));
    // Texts that only begin like one, and empty ones.
    folder.write("brat/a.txt", "RIFF raff");
    folder.write("brat/a.ann", "");
    folder.run(&["convert", "--from", "brat", "--to", "thresh", "brat", "out.json"]).exits(0);
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
    folder.run_with(&["check", "t.yml", "-"], b"\xe9t\xe9").exits(2).says("UTF-8");
}

/// The name of a file in the making, as the program with a process id gives it.
fn part(name: &str, process: u32) -> String {
    format!(".{name}.{process}.part")
}

#[test]
fn what_an_ended_run_left_is_removed_by_the_next() {
    let folder = Folder::with(&[("d.json", DATA)]);
    let ended = u32::MAX;
    for left in ["out.json", "other.json"] {
        folder.write(&part(left, ended), "half of it");
    }
    folder.write("out.json.1.part", "not hidden");
    folder.write(".out.json.part", "no process");
    convert(&folder, &["d.json", "out.json"]).exits(0);
    let kept = [part("other.json", ended), ".out.json.part".to_owned()];
    assert_eq!(folder.names(), [&kept[0], &kept[1], "d.json", "out.json", "out.json.1.part"]);
}

#[test]
fn what_an_ended_run_left_of_a_folder_is_no_obstacle() {
    let folder = Folder::with(&[("d.json", DATA)]);
    let to_pygamma = ["convert", "--from", "thresh", "--to", "pygamma", "d.json", "out"];
    folder.write(&format!("out/{}", part("all.csv", u32::MAX)), "half of it");
    folder.write(&format!("out/continua/{}", part("1.csv", u32::MAX)), "half of it");
    folder.run(&to_pygamma).exits(0);
    assert!(!folder.has(&format!("out/{}", part("all.csv", u32::MAX))));
    folder.run(&to_pygamma).exits(2).says("--force");
}

#[test]
fn what_another_run_is_writing_stays() {
    let folder = Folder::with(&[("d.json", DATA)]);
    let name = part("out.json", 1);
    let other = fs::File::create(folder.0.join(&name)).expect("a file");
    other.lock().expect("a lock");
    convert(&folder, &["d.json", "out.json"]).exits(0);
    assert!(folder.has(&name));
    drop(other);
    convert(&folder, &["d.json", "out.json"]).exits(0);
    assert!(!folder.has(&name));
}

#[cfg(unix)]
mod interrupted {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, Command, ExitStatus, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    /// A conversion into so many files that it can be interrupted.
    fn start(folder: &Folder) -> Child {
        let data = r#"{"target": "one two", "edits": []}"#.to_owned() + "\n";
        folder.write("d.jsonl", data.repeat(3000));
        let arguments = ["convert", "--from", "thresh", "--to", "brat", "d.jsonl", "out", "-q"];
        folder.command(&arguments).stderr(Stdio::null()).spawn().expect("the program")
    }

    #[test]
    fn a_folder_of_more_files_than_may_be_open_at_first_is_written() {
        let folder = Folder::new();
        let line = r#"{"target": "one two", "edits": []}"#.to_owned() + "\n";
        folder.write("d.jsonl", line.repeat(200));
        let program = env!("CARGO_BIN_EXE_spanwise");
        let script = format!(
            "ulimit -Sn 64; exec '{program}' convert --from thresh --to brat d.jsonl out -q"
        );
        let mut shell = Command::new("sh");
        let ended = shell.args(["-c", &script]).current_dir(&folder.0).status().expect("a shell");
        assert!(ended.success());
        assert!(fs::read_dir(folder.0.join("out")).expect("the folder").count() >= 200);
    }

    fn parts(folder: &Folder) -> usize {
        let entries = fs::read_dir(folder.0.join("out"));
        let names = entries.into_iter().flatten().flatten().map(|entry| entry.file_name());
        names.filter(|name| name.to_string_lossy().ends_with(".part")).count()
    }

    /// Sends a signal to the program while it writes.
    fn end(folder: &Folder, signal: &str) -> ExitStatus {
        send(folder, signal, start(folder))
    }

    fn send(folder: &Folder, signal: &str, mut child: Child) -> ExitStatus {
        let begin = Instant::now();
        while parts(folder) == 0 {
            assert!(begin.elapsed() < Duration::from_secs(60), "nothing is written");
            std::thread::sleep(Duration::from_millis(1));
        }
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.expect("`kill`").success());
        child.wait().expect("an end")
    }

    #[test]
    fn nothing_half_written_is_left() {
        for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
            let folder = Folder::new();
            assert_eq!(end(&folder, signal).signal(), Some(number), "{signal}");
            assert_eq!(parts(&folder), 0, "{signal}");
        }
    }

    /// Runs the program in a shell, after another command.
    fn in_shell(folder: &Folder, first: &str, arguments: &str) -> Command {
        let mut shell = Command::new("sh");
        let script = format!("{first}; exec '{}' {arguments}", env!("CARGO_BIN_EXE_spanwise"));
        shell.args(["-c", &script]).current_dir(&folder.0);
        shell
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_signal_that_is_ignored_does_not_end_it() {
        let folder = Folder::new();
        let line = r#"{"target": "one two", "edits": []}"#.to_owned() + "\n";
        folder.write("d.jsonl", line.repeat(3000));
        let to_brat = "convert --from thresh --to brat d.jsonl out -q";
        let child = in_shell(&folder, "trap '' HUP", to_brat).spawn().expect("a shell");
        assert!(send(&folder, "-HUP", child).success());
        assert_eq!(parts(&folder), 0);
        assert!(fs::read_dir(folder.0.join("out")).expect("the folder").count() >= 3000);
    }

    #[test]
    fn a_file_that_may_not_grow_as_large_is_told_and_nothing_is_left() {
        let folder = Folder::new();
        let line = r#"{"target": "one two", "edits": []}"#.to_owned() + "\n";
        folder.write("d.jsonl", line.repeat(30_000));
        for (to, out) in [("thresh", "out.json"), ("factgenie", "-")] {
            let arguments = format!("convert --from thresh --to {to} d.jsonl {out} > printed");
            // Blocks are of 512 or 1024 bytes.
            let mut shell = in_shell(&folder, "ulimit -f 100", &arguments);
            let ended = shell.output().expect("a shell");
            let said = String::from_utf8_lossy(&ended.stderr).into_owned();
            assert_eq!(ended.status.code(), Some(2), "{to}: {said}");
            assert!(said.contains("can't be written"), "{said}");
            assert!(folder.names().iter().all(|name| !name.ends_with(".part")));
            assert!(!folder.has("out.json"));
        }
    }
}
