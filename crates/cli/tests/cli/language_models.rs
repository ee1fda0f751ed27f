//! `spanwise prompt` and `spanwise annotate`, the latter with a scripted endpoint that misbehaves.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spanwise_cli::{Unanswered, Watch, answer};

use super::{Folder, TEMPLATE};

const DATA: &str = r#"[
  {"id": "x", "source": "a b", "target": "one 😀 two two", "edits": []},
  {"id": "y", "source": "e", "target": "three four", "edits": [
    {"category": "fluency", "id": 1, "annotation": {"severity": "minor"}, "output_idx": [[0, 5]]}
  ]},
  {"id": "z", "source": "", "target": "", "edits": []}
]"#;

/// A reply that marks a text.
fn marking(text: &str) -> String {
    let annotation = json!({
        "reason": "because", "category": "fluency", "target": [{ "text": text, "occurrence": 1 }],
        "answers": { "severity": "a lot" },
    });
    json!({ "annotations": [annotation] }).to_string()
}

/// The response of OpenAI's interface with a reply.
fn completion(reply: &str) -> Value {
    json!({
        "choices": [{ "message": { "content": reply }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 1000, "completion_tokens": 100 },
    })
}

/// A response of the scripted endpoint.
enum Scripted {
    /// A status, headers and a body.
    Response(u16, &'static str, String),
    /// A body that is cut off after its first bytes.
    CutOff(String),
    /// No response at all, for this long.
    Silence(Duration),
}

use Scripted::{CutOff, Response, Silence};

fn replying(text: &str) -> Scripted {
    Response(200, "", completion(&marking(text)).to_string())
}

/// A request as the endpoint saw it.
struct SeenRequest {
    head: String,
    body: Value,
}

/// An endpoint on this machine. Each request takes the next response of the script that fits its prompt.
struct Endpoint {
    address: String,
    seen: Arc<Mutex<Vec<SeenRequest>>>,
}

impl Endpoint {
    /// Starts an endpoint; a script's responses are for the prompts that contain its text.
    fn start(scripts: Vec<(&'static str, Vec<Scripted>)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let scripts = Arc::new(Mutex::new(
            scripts.into_iter().map(|(text, all)| (text, all.into_iter())).collect::<Vec<_>>(),
        ));
        let shared = seen.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, scripts) = (shared.clone(), scripts.clone());
                thread::spawn(move || {
                    let Some(request) = read_request(&stream) else { return };
                    let prompt = request.body.to_string();
                    seen.lock().expect("a list").push(request);
                    let next = {
                        let mut scripts = scripts.lock().expect("scripts");
                        let script = scripts.iter_mut().find(|(text, _)| prompt.contains(*text));
                        script.and_then(|(_, responses)| responses.next())
                    };
                    respond(
                        stream,
                        next.unwrap_or(Response(500, "", "the script is over".to_owned())),
                    );
                });
            }
        });
        Endpoint { address, seen }
    }

    fn requests(&self) -> usize {
        self.seen.lock().expect("a list").len()
    }
}

fn read_request(stream: &TcpStream) -> Option<SeenRequest> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut head = String::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 || line == "\r\n" {
            break;
        }
        head.push_str(&line.to_lowercase());
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
    let mut body = vec![0; length.trim().parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(SeenRequest { head, body: serde_json::from_slice(&body).ok()? })
}

fn respond(mut stream: TcpStream, response: Scripted) {
    let written = match response {
        Response(status, headers, body) => {
            let length = body.len();
            write!(
                stream,
                "HTTP/1.1 {status} S\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}"
            )
        }
        CutOff(body) => write!(
            stream,
            "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\nconnection: close\r\n\r\n{body}"
        ),
        Silence(time) => {
            thread::sleep(time);
            Ok(())
        }
    };
    // The client may have gone.
    let _ = written;
}

fn folder() -> Folder {
    Folder::with(&[("t.yml", TEMPLATE), ("d.json", DATA)])
}

const ANNOTATE: [&str; 9] =
    ["annotate", "t.yml", "d.json", "--replies", "r.jsonl", "-o", "out.json", "--model", "m"];

fn annotate(endpoint: &Endpoint, more: &[&str]) -> Vec<String> {
    let first = [&ANNOTATE[..], &["--endpoint", &endpoint.address], more].concat();
    first.into_iter().map(str::to_owned).collect()
}

#[track_caller]
fn answered(folder: &Folder, arguments: &[String], code: i32) -> Value {
    folder.json(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), code)
}

#[test]
fn prompts_are_shown_checked_and_written() {
    let folder = folder();
    let shown = folder.run(&["prompt", "t.yml", "d.json", "--show", "1"]).exits(0).out;
    assert!(shown.contains("one 😀 two two") && shown.contains("severity: How bad?"), "{shown}");
    let listed = folder.json(&["prompt", "t.yml", "d.json", "-o", "p.jsonl"], 0);
    // An instance without a text is not asked about.
    assert_eq!(listed["requests"], 2);
    let lines = folder.read("p.jsonl");
    let ids: BTreeSet<String> = lines
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["id"]
                .as_str()
                .expect("an id")
                .to_owned()
        })
        .collect();
    assert_eq!(ids.len(), 2);
    for (api, member) in [("openai", "body"), ("anthropic", "params")] {
        let arguments = [
            "prompt",
            "t.yml",
            "d.json",
            "-o",
            "b.jsonl",
            "--model",
            "m",
            "--api",
            api,
            "--samples",
            "2",
        ];
        assert_eq!(folder.json(&arguments, 0)["requests"], 4);
        let line: Value =
            serde_json::from_str(folder.read("b.jsonl").lines().next().expect("a line"))
                .expect("JSON");
        assert_eq!(line[member]["model"], "m");
    }
    folder.write("p.txt", "Mark {targt}.");
    let problems = folder.json(&["prompt", "t.yml", "d.json", "--prompt", "p.txt"], 1);
    assert_eq!(
        (&problems["problems"][0]["line"], &problems["problems"][0]["column"]),
        (&json!(1), &json!(6))
    );
    let shots = folder.run(&[
        "prompt",
        "t.yml",
        "d.json",
        "--variant",
        "5shot",
        "--shots",
        "2",
        "--show",
        "1",
    ]);
    assert!(shots.exits(0).out.contains(r#""text":"three","occurrence":1"#));
    folder.run(&["prompt", "t.yml", "d.json", "--variant", "5shot"]).exits(2).says("--shots");
}

/// The ids of the requests about the data.
fn ids(folder: &Folder) -> Vec<String> {
    folder.json(&["prompt", "t.yml", "d.json", "-o", "p.jsonl"], 0);
    let id = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        line["id"].as_str().expect("an id").to_owned()
    };
    folder.read("p.jsonl").lines().map(id).collect()
}

#[test]
fn the_annotator_is_the_model_that_replies_name() {
    let folder = folder();
    let ids = ids(&folder);
    let own = |id: &str, model: Option<&str>| {
        json!({ "id": id, "reply": { "text": marking("two"), "model": model } }).to_string()
    };
    let of_batch = |id: &str, model: &str| {
        let content = json!({ "content": marking("two") });
        let body = json!({ "model": model, "choices": [{ "message": content }] });
        json!({ "custom_id": id, "response": { "status_code": 200, "body": body } }).to_string()
    };
    let other = of_batch("i7-t0-s0-00000000", "other");
    for (lines, more, model, warned) in [
        (vec![own(&ids[0], Some("m 1"))], &[][..], "m 1", &[][..]),
        (vec![of_batch(&ids[0], "m-2024"), other], &[], "m-2024", &["other-requests"]),
        (vec![of_batch(&ids[0], "m-2024")], &["--model", "m"], "m", &[]),
        (vec![own(&ids[0], None)], &[], "model", &[]),
        (vec![own(&ids[0], Some("a")), own(&ids[1], Some("b"))], &[], "model", &["several-models"]),
    ] {
        folder.write("r.jsonl", lines.join("\n"));
        let annotate = [&ANNOTATE[..7], &["--force"], more].concat();
        let answer = folder.json(&annotate, 0);
        let codes: Vec<&str> = answer["problems"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|one| one["code"].as_str())
            .filter(|code| ["several-models", "other-requests", "other-model"].contains(code))
            .collect();
        assert_eq!((&answer["model"], &codes[..]), (&json!(model), warned), "{lines:?}");
        let out: Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
        assert_eq!(out[0]["metadata"]["annotator"], model);
        assert_eq!(out[0]["_spanwise"]["origin"]["name"], model);
    }
}

#[test]
fn replies_of_a_file_become_annotations_of_the_model() {
    let folder = folder();
    let ids = ids(&folder);
    let lines = [
        json!({ "id": ids[0], "reply": marking("TWO") }).to_string(),
        json!({ "id": "other", "reply": "" }).to_string(),
        json!({ "id": ids[1].replace("-t0-s0-", "-t0-s0-0").get(..ids[1].len()), "reply": "" })
            .to_string(),
        "nonsense".to_owned(),
    ];
    folder.write("r.jsonl", lines.join("\n"));
    let answer = folder.json(&ANNOTATE, 0);
    assert_eq!(
        (&answer["spans"]["case_folded"], &answer["counts"]["edits"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(answer["matches"][0]["quote"], "TWO");
    assert_eq!(answer["missing"], json!([ids[1]]));
    let codes: BTreeSet<&str> = answer["problems"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["code"].as_str())
        .collect();
    assert_eq!(codes, BTreeSet::from(["other-requests", "unknown-id", "unreadable-line"]));
    let out: Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
    let [instance] = &out.as_array().expect("a list")[..] else { panic!("{out}") };
    assert_eq!(instance["edits"][0]["output_idx"], json!([[7, 10]]));
    assert_eq!(instance["edits"][0]["annotation"]["severity"], "a lot");
    assert_eq!((&instance["metadata"]["annotator"], &instance["id"]), (&json!("m"), &json!("x")));
    assert_eq!(instance["_spanwise"]["origin"], json!({ "from": "model", "name": "m" }));
}

#[test]
fn an_endpoint_that_fails_at_times_is_asked_again_and_no_reply_twice() {
    let folder = folder();
    let endpoint = Endpoint::start(vec![
        (
            "two two",
            vec![
                Response(429, "retry-after: 0\r\n", String::new()),
                Response(500, "retry-after: 0\r\n", "out of order".to_owned()),
                replying("one"),
            ],
        ),
        ("three four", vec![CutOff("{\"choices\"".to_owned()), replying("three")]),
    ]);
    let answer = answered(&folder, &annotate(&endpoint, &[]), 0);
    assert_eq!(
        answer["sent"],
        json!({ "requests": 2, "replies": 2, "failed": 0, "limit_reached": false })
    );
    assert_eq!(
        (&answer["counts"]["edits"], &answer["counts"]["input_tokens"]),
        (&json!(2), &json!(2000))
    );
    assert_eq!(endpoint.requests(), 5);
    let again = answered(&folder, &annotate(&endpoint, &[]), 0);
    assert_eq!((&again["sent"]["requests"], &again["counts"]["edits"]), (&json!(0), &json!(2)));
    assert_eq!(endpoint.requests(), 5);
    // Another model, or another prompt, has no reply there.
    for (option, value, code) in
        [("--model", "other", "other-model"), ("--variant", "noguide", "other-requests")]
    {
        let mut arguments: Vec<&str> = ANNOTATE.to_vec();
        match arguments.iter().position(|one| *one == option) {
            Some(at) => arguments[at + 1] = value,
            None => arguments.extend([option, value]),
        }
        let problems = folder.json(&arguments, 1);
        assert_eq!(
            (&problems["problems"][0]["code"], &problems["counts"]["edits"]),
            (&json!(code), &json!(0))
        );
    }
}

#[test]
fn a_request_that_cannot_succeed_is_told_with_its_remedy_and_ends_the_run() {
    let folder = folder();
    for (status, body, said) in [
        (401, r#"{"error": {"message": "bad key"}}"#, "Check the key"),
        (404, r#"{"error": {"message": "no model m"}}"#, "has a model “m”"),
    ] {
        let refuse =
            || vec![Response(status, "", body.to_owned()), Response(status, "", body.to_owned())];
        let endpoint = Endpoint::start(vec![("two two", refuse()), ("three four", refuse())]);
        let answer = answered(&folder, &annotate(&endpoint, &["--parallel", "1"]), 1);
        assert_eq!((endpoint.requests(), &answer["sent"]["failed"]), (1, &json!(1)));
        let problem = &answer["problems"][0];
        assert!(problem["remedy"].as_str().expect("a remedy").contains(said), "{problem}");
    }
}

#[test]
fn slow_replies_nonsense_and_limits_of_costs_end_as_they_should() {
    let folder = folder();
    let nonsense = || Response(200, "", "<html>".to_owned());
    let endpoint = Endpoint::start(vec![
        ("two two", vec![Silence(Duration::from_secs(3)), replying("one")]),
        (
            "three four",
            vec![nonsense(), Response(200, "", completion("I see nothing.").to_string())],
        ),
    ]);
    let answer = answered(&folder, &annotate(&endpoint, &["--timeout", "1"]), 0);
    assert_eq!(
        (&answer["counts"]["edits"], &answer["counts"]["unreadable"]),
        (&json!(1), &json!(1))
    );

    let folder = self::folder();
    let endpoint = Endpoint::start(vec![
        ("two two", vec![replying("one")]),
        ("three four", vec![replying("three")]),
    ]);
    let prices =
        ["--input-price", "1", "--output-price", "10", "--most-cost", "0.001", "--parallel", "1"];
    let answer = answered(&folder, &annotate(&endpoint, &prices), 0);
    assert_eq!(
        (&answer["sent"]["limit_reached"], &answer["counts"]["cost"]),
        (&json!(true), &json!(0.002))
    );
    assert_eq!(endpoint.requests(), 1);
}

#[test]
fn the_time_of_a_run_is_estimated_and_requests_keep_to_their_pace() {
    let folder = folder();
    let prompt = ["prompt", "t.yml", "d.json"];
    assert_eq!(folder.json(&prompt, 0)["estimate"]["seconds"], Value::Null);
    let of_each = ["--seconds-per-answer", "90", "--parallel", "1"];
    let estimated = folder.json(&[&prompt[..], &of_each].concat(), 0);
    assert_eq!(estimated["estimate"]["seconds"], json!(180.0));
    folder.run(&[&prompt[..], &of_each].concat()).exits(0).says("about 3 min");
    let paced = ["--seconds-per-answer", "2", "--per-minute", "2"];
    let estimated = folder.json(&[&prompt[..], &paced].concat(), 0);
    assert_eq!(estimated["estimate"]["seconds"], json!(32.0));
    folder.run(&[&prompt[..], &["--per-minute", "0"]].concat()).exits(2);

    let endpoint = Endpoint::start(vec![
        ("two two", vec![replying("one")]),
        ("three four", vec![replying("three")]),
    ]);
    let begun = Instant::now();
    answered(&folder, &annotate(&endpoint, &["--per-minute", "40"]), 0);
    assert!(begun.elapsed() >= Duration::from_millis(1500), "{:?}", begun.elapsed());
    assert_eq!(endpoint.requests(), 2);
}

#[test]
fn the_key_goes_to_the_endpoint_and_nowhere_else() {
    let folder = folder();
    let endpoint = Endpoint::start(vec![
        ("two two", vec![replying("one")]),
        ("three four", vec![Response(400, "", "no".to_owned())]),
    ]);
    let arguments = annotate(&endpoint, &["--seed", "7", "--temperature", "0", "--json"]);
    let mut command = folder.command(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let output = command.env("SPANWISE_API_KEY", "sk-secret").output().expect("an end");
    let seen = endpoint.seen.lock().expect("a list");
    assert!(seen.iter().all(|request| request.head.contains("authorization: bearer sk-secret")));
    assert!(
        seen.iter().all(|request| request.body["seed"] == 7 && request.body["temperature"] == 0.0)
    );
    let printed = [output.stdout, output.stderr].concat();
    assert!(!String::from_utf8_lossy(&printed).contains("sk-secret"));
    for name in folder.names() {
        assert!(!folder.read(&name).contains("sk-secret"), "{name}");
    }
}

/// Stops the command once a request is answered.
#[derive(Debug, Default)]
struct StopAfterReply(AtomicBool);

impl Watch for StopAfterReply {
    fn progressed(&self, what: &str, done: u64, _total: u64) {
        if what == "m" && done > 0 {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn who_stops_it_keeps_the_replies_and_sees_no_panic() {
    let scripts = ["two two", "three"].map(|text| (text, vec![replying(text)]));
    let endpoint = Endpoint::start(scripts.into());
    let folder = folder();
    let files = ["t.yml", "d.json", "r.jsonl", "out.json"];
    let absolute = |argument: &String| match files.contains(&argument.as_str()) {
        true => folder.0.join(argument).into_os_string(),
        false => argument.into(),
    };
    let arguments = annotate(&endpoint, &["--parallel", "1"]);
    let arguments = ["spanwise".into()].into_iter().chain(arguments.iter().map(absolute));
    let stopped = answer(arguments, Arc::new(StopAfterReply::default()));
    assert_eq!(stopped, Err(Unanswered::Cancelled));
    assert_eq!(folder.read("r.jsonl").lines().count(), endpoint.requests());
}

#[test]
fn prompts_of_two_variants_are_compared_line_by_line() {
    let folder = folder();
    let command = ["prompt", "t.yml", "d.json", "--show", "1", "--difference-to"];
    let told = folder.run(&[&command[..], &["noguide"]].concat()).exits(0).out;
    assert!(told.contains("\n+Hints:\n") && told.contains("\n one 😀 two two\n"), "{told}");
    let back = folder.run(&[&command[..], &["base", "--variant", "noguide"]].concat()).exits(0).out;
    assert!(back.contains("\n-Hints:\n"), "{back}");
    let same = folder.json(&[&command[..], &["base"]].concat(), 0);
    let lines = same["difference"].as_str().expect("a text").lines();
    assert!(lines.into_iter().all(|line| line.starts_with(' ')));
    folder.run(&["prompt", "t.yml", "d.json", "--difference-to", "base"]).exits(2);
    let shots = [&command[..], &["5shot"]].concat();
    folder.run(&shots).exits(2);
    let shots = ["prompt", "t.yml", "d.json", "--show", "1", "--shots", "2", "--variant", "5shot"];
    let told = folder.run(&[&shots[..], &["--difference-to", "base"]].concat()).exits(0).out;
    assert!(told.contains("\n+"), "{told}");
    let own = "Mark.\n\n{target}\n\n{categories}\n\n{form}\n";
    folder.write("before.txt", own);
    folder.write("now.txt", own.replace("Mark", "Mark all"));
    let own = ["--prompt", "now.txt", "--difference-to", "before.txt"];
    let told = folder.run(&[&command[..4], &["1"], &own[..]].concat()).exits(0).out;
    assert!(told.starts_with("-Mark.\n+Mark all.\n \n"), "{told}");
    let unknown = folder.run(&[&command[..], &["nogide"]].concat());
    unknown.exits(2).says("The variants are base,");
}

#[test]
fn a_model_is_asked_about_the_only_instances_that_are_named() {
    let folder = folder();
    let command = ["prompt", "t.yml", "d.json", "-o", "p.jsonl", "--force"];
    let requests = |only: &str| {
        folder.json(&[&command[..], &["--only", only]].concat(), 0)["requests"].clone()
    };
    assert_eq!([requests("1"), requests("2,1")], [json!(1), json!(2)]);
    folder.run(&[&command[..], &["--only", "99"]].concat()).exits(2).says("has no instance 99");
    let endpoint = Endpoint::start(vec![("two two", vec![replying("two")])]);
    let first = answered(&folder, &annotate(&endpoint, &["--only", "1"]), 0);
    assert_eq!((&first["missing"], endpoint.requests()), (&json!([]), 1));
    // Replies about others stay what they are.
    let scripts = vec![("three", vec![replying("three")])];
    let endpoint = Endpoint::start(scripts);
    let second = answered(&folder, &annotate(&endpoint, &["--only", "2", "--force"]), 0);
    assert_eq!((&second["counts"]["edits"], endpoint.requests()), (&json!(2), 1));
}

#[test]
fn a_model_is_asked_again_with_the_reason_and_its_last_reply_counts() {
    let scripts = vec![
        ("two two", vec![replying("nowhere"), replying("two")]),
        ("three", vec![replying("four")]),
    ];
    let endpoint = Endpoint::start(scripts);
    let folder = folder();
    let first = answered(&folder, &annotate(&endpoint, &["--parallel", "1"]), 0);
    assert_eq!((&first["spans"]["missing"], endpoint.requests()), (&json!(1), 2));
    let listed = folder.run(&[
        "prompt",
        "t.yml",
        "d.json",
        "--model",
        "m",
        "--again",
        "r.jsonl",
        "-o",
        "again.jsonl",
    ]);
    listed.exits(0);
    assert_eq!(folder.read("again.jsonl").lines().count(), 1);
    let again = answered(&folder, &annotate(&endpoint, &["--again"]), 0);
    assert_eq!((&again["spans"]["missing"], endpoint.requests()), (&json!(0), 3));
    assert_eq!(again["counts"]["input_tokens"], 3000, "each reply was paid for");
    let onto = ["prompt", "t.yml", "d.json", "--again", "r.jsonl", "-o", "r.jsonl"];
    folder.run(&onto).exits(2);
    let seen = endpoint.seen.lock().expect("a list");
    let messages = seen[2].body["messages"].as_array().expect("messages").clone();
    let roles: Vec<_> = messages.iter().map(|message| &message["role"]).collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
    assert_eq!(messages[1]["content"], marking("nowhere"));
    let reason = messages[2]["content"].as_str().expect("a text");
    assert!(reason.contains("“nowhere” is not there letter for letter"), "{reason}");
    // Nothing is left to ask about.
    drop(seen);
    answered(&folder, &annotate(&endpoint, &["--again"]), 0);
    assert_eq!(endpoint.requests(), 3);
}

#[test]
fn spans_that_must_not_overlap_are_asked_for_so_and_noted() {
    let folder = folder();
    let template = format!("overlap: forbid\n{TEMPLATE}");
    std::fs::write(folder.0.join("t.yml"), template).expect("room");
    let shown = folder.run(&["prompt", "t.yml", "d.json", "--show", "1"]).exits(0).out;
    assert!(shown.contains("Spans must not overlap."), "{shown}");
    folder.json(&["prompt", "t.yml", "d.json", "-o", "p.jsonl"], 0);
    let id = folder
        .read("p.jsonl")
        .lines()
        .next()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["id"].clone());
    let twice: Value = serde_json::from_str(&marking("two two")).expect("JSON");
    let inside: Value = serde_json::from_str(&marking("two")).expect("JSON");
    let both = json!({ "annotations": [twice["annotations"][0], inside["annotations"][0]] });
    let line = json!({ "id": id, "reply": both.to_string() }).to_string();
    std::fs::write(folder.0.join("r.jsonl"), line).expect("room");
    let made = folder.json(&ANNOTATE, 0);
    assert_eq!(made["notes"][0]["code"], "overlap");
    assert_eq!(made["counts"]["edits"], 2, "a person decides which of them stays");
}
