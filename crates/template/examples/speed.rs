use spanwise_i18n::Words;
use spanwise_template::{
    assist::{completions, hover},
    compile, outline, yaml,
};
use std::time::Instant;
fn big(n: usize) -> String {
    let mut s = String::from("template_name: big\nedits:\n");
    for i in 0..n {
        s += &format!("  - name: c{i}\n    label: C{i}\n    enable_output: true\n");
    }
    s
}
fn time<T>(name: &str, n: usize, mut f: impl FnMut() -> T) {
    f();
    let mut all: Vec<_> = (0..n)
        .map(|_| {
            let a = Instant::now();
            std::hint::black_box(f());
            a.elapsed()
        })
        .collect();
    all.sort();
    println!("  {name:28} median {:?} best {:?}", all[all.len() / 2], all[0]);
}
fn main() {
    let salsa = include_str!("../../../templates/salsa/template.yml").to_owned();
    let w = Words::default();
    for (name, t, n) in [("salsa", salsa, 200), ("2000", big(2000), 40), ("17500", big(17500), 9)] {
        println!("{name}: {} bytes, limit {}", t.len(), spanwise_limits::LONGEST_TEMPLATE);
        time("read", n, || yaml::read(&t));
        time("compile", n, || compile(&t));
        time("outline", n, || outline::outline(&t));
        let op = outline::Operation::SetText {
            item: outline::ItemPath::new([0]),
            key: "label".into(),
            value: Some("x".into()),
        };
        time("set text", n, || outline::apply(&t, &op));
        let mid = t[..t.len() / 2].rfind("\n  - name").unwrap() + 5;
        time("hover", n, || hover(&w, &t, mid));
        time("complete middle", n, || completions(&w, &[], &t, mid));
        let typing = format!("{t}    la");
        time("complete end", n, || completions(&w, &[], &typing, typing.len()));
        let broken = format!("{}\n    la\n{}", &t[..mid - 4], &t[mid - 3..]);
        time("complete broken middle", n, || completions(&w, &[], &broken, mid + 2));
        let broken = format!("{}\n    label: \"a\n{}", &t[..mid - 4], &t[mid - 3..]);
        time("complete open quote", n, || completions(&w, &[], &broken, mid + 2));
    }
}
