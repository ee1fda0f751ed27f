//! Links, tasks and template lines for studies.

use spanwise_deployment::crowd::{
    MTurkProblem, Study, StudyError, external_question, mturk_trial, prolific_link, prolific_trial,
    with_parameters,
};
use spanwise_links::LinkRequest;
use spanwise_submission::worker::{Visitor, Worker};
use spanwise_template::{Database, compile};

use super::NASTY;

#[test]
fn parameters_come_before_the_fragment() {
    for (link, expected) in [
        ("https://a.example/", "https://a.example/?n=5"),
        ("https://a.example/?gh=x", "https://a.example/?gh=x&n=5"),
        ("https://a.example/?", "https://a.example/?n=5"),
        ("https://a.example/#/s/1.a", "https://a.example/?n=5#/s/1.a"),
        ("https://a.example/?t=x#/y?z", "https://a.example/?t=x&n=5#/y?z"),
    ] {
        assert_eq!(with_parameters(link, &[("seed", ""), ("n", "5")]), expected);
        assert_eq!(with_parameters(link, &[("seed", "")]), link);
    }
}

#[test]
fn values_come_out_of_a_link_as_they_went_in() {
    for seed in NASTY {
        let link = with_parameters("https://a.example/?t=x", &[("seed", seed)]);
        let (_, query) = link.split_once('?').expect("a query");
        let request = LinkRequest::parse(query, "");
        assert_eq!(request.other, [("seed".to_owned(), seed.to_owned())]);
    }
}

#[test]
fn prolific_gets_its_placeholders() {
    assert_eq!(
        prolific_link("https://a.example/?gh=o/r/b/t.yml&d=x#/s/1.a"),
        "https://a.example/?gh=o/r/b/t.yml&d=x&PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}#/s/1.a"
    );
}

fn visitor(link: &str) -> Visitor {
    let (_, query) = link.split_once('?').expect("a query");
    let query = query.split('#').next().unwrap_or_default();
    Visitor::of_link(&LinkRequest::parse(query, "").other).expect("a visitor")
}

#[test]
fn trials_are_those_of_participants() {
    let link = "https://a.example/?gh=o/r/b/t.yml";
    assert!(matches!(visitor(&prolific_trial(link)), Visitor::Worker(Worker::Prolific { .. })));
    assert!(matches!(visitor(&mturk_trial(link)), Visitor::Preview { .. }));
}

#[test]
fn a_task_on_mechanical_turk_is_xml_with_the_link() {
    let link = "https://a.example/?gh=o/r/b/t.yml&seed=%22%3C";
    let xml = external_question(link, 800).expect("a task");
    assert!(
        xml.contains(
            "<ExternalURL>https://a.example/?gh=o/r/b/t.yml&amp;seed=%22%3C</ExternalURL>"
        ),
        "{xml}"
    );
    assert!(xml.contains("<FrameHeight>800</FrameHeight>"), "{xml}");
    assert_eq!(external_question("http://a.example/?t=x", 0), Err(MTurkProblem::NotHttps));
    assert_eq!(external_question("https://a.example/#/s/1.a", 0), Err(MTurkProblem::Fragment));
}

fn study() -> Study {
    Study {
        platform: "prolific".to_owned(),
        completion_code: "C0DE".to_owned(),
        database: vec![("type", "http".to_owned()), ("url", "https://a.example/submit".to_owned())],
    }
}

#[test]
fn the_lines_say_what_is_to_be_added() {
    assert_eq!(
        study().to_string(),
        "crowdsource: prolific\nprolific_completion_code: C0DE\ndatabase:\n  type: http\n  url: https://a.example/submit\n"
    );
    let plain = Study { platform: "custom".to_owned(), ..Study::default() };
    assert_eq!(plain.to_string(), "crowdsource: custom\n");
}

#[test]
fn a_study_is_written_into_any_template() {
    for old in [
        "template_name: t\nedits:\n  - name: a # note\n",
        "template_name: t\r\nedits:\r\n  - name: a\r\n",
        "{template_name: t, edits: [{name: a}]}",
        "edits:\n- name: a\ntemplate_name: t",
        "# top\ntemplate_name: t # name\ncrowdsource: custom # who\nprolific_completion_code: old\nedits: [{name: a}]\n",
        "template_name: t\nedits: [{name: a}]\ncrowdsource: x",
    ] {
        let new = study().written_into(old).unwrap_or_else(|error| panic!("{error:?}:\n{old}"));
        let compiled = compile(&new);
        assert_eq!(compiled.diagnostics, [], "{new}");
        let settings = compiled.template.expect("a template").settings;
        assert_eq!(settings.crowdsource.as_deref(), Some("prolific"));
        assert_eq!(settings.prolific_completion_code.as_deref(), Some("C0DE"));
        assert!(matches!(settings.database, Some(Database::Http(_))));
        assert!(old.contains("# note") == new.contains("# note"));
    }
}

#[test]
fn any_code_can_be_written() {
    for code in NASTY {
        let study = Study { completion_code: code.to_owned(), ..study() };
        let new = study.written_into("template_name: t\nedits: [{name: a}]\n").expect("a template");
        let settings = compile(&new).template.expect("a template").settings;
        assert_eq!(settings.prolific_completion_code.as_deref(), Some(code));
    }
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let has =
        "template_name: t\nedits: [{name: a}]\ndatabase: {type: http, url: https://b.example/}\n";
    assert_eq!(study().written_into(has), Err(StudyError::HasDatabase));
    let secret = Study {
        database: vec![
            ("type", "couchdb".to_owned()),
            ("url", "https://u:p@b.example/db".to_owned()),
        ],
        ..study()
    };
    let refused = secret.written_into("template_name: t\nedits: [{name: a}]\n");
    assert!(matches!(refused, Err(StudyError::Wrong(_))), "{refused:?}");
    let no_code = Study { completion_code: String::new(), ..study() };
    let refused = no_code.written_into("template_name: t\nedits: [{name: a}]\n");
    assert!(
        matches!(&refused, Err(StudyError::Wrong(why)) if why.to_string().contains("completion")),
        "{refused:?}"
    );
}
