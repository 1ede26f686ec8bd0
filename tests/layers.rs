//! Checks the layers of the code: a module uses only modules below it in the table of layers in DEVELOPERS.md, and files do not
//! use each other in a circle. Code that only tests use does not count, nor does a module that re-exports what its own children
//! define.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};

/// A module, such as `["facts", "cluster"]`; the crate itself is the empty list.
type Module = Vec<String>;

/// What is known about a module from its source.
#[derive(Default)]
struct Names {
    file: String,
    /// The items that it defines.
    items: BTreeSet<String>,
    /// Its imports, by the name that they have in it.
    imports: BTreeMap<String, Vec<String>>,
    /// The modules that it imports with a glob.
    globs: Vec<Vec<String>>,
    /// Every path in it.
    paths: Vec<Written>,
}

/// A path as written in a module.
struct Written {
    path: Vec<String>,
    /// Whether it is only a re-export.
    is_handed_on: bool,
    /// Whether all names of the module at the path are imported, so that later uses of them cannot be told from names of its own.
    is_glob: bool,
}

/// The target of a path.
struct Home {
    module: Module,
    /// Whether the path names the module itself and nothing in it: importing a module is not using it.
    is_module: bool,
}

/// The crate: all modules by name.
#[derive(Default)]
struct House(BTreeMap<Module, Names>);

impl House {
    /// Reads files by their paths below `src`, such as `facts/mod.rs`.
    fn read(files: &BTreeMap<String, String>) -> House {
        let mut house = House::default();
        let mut only_tests: Vec<Module> = Vec::new();
        for (file, text) in files {
            let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
            let module = module_of(file);
            house.add(file, module, &syntax.items, &mut only_tests);
        }
        house.0.retain(|module, _| !only_tests.iter().any(|test| module.starts_with(test)));
        house
    }

    fn add(&mut self, file: &str, module: Module, items: &[syn::Item], only_tests: &mut Vec<Module>) {
        let mut names = Names { file: file.to_owned(), ..Names::default() };
        for item in items {
            if let syn::Item::Mod(inner) = item {
                names.items.insert(inner.ident.to_string());
                let path: Module = module.iter().cloned().chain([inner.ident.to_string()]).collect();
                match &inner.content {
                    _ if is_test(&inner.attrs) => only_tests.push(path),
                    Some((_, items)) => self.add(file, path, items, only_tests),
                    None => {}
                }
                continue;
            }
            Reader { names: &mut names }.visit_item(item);
            names.items.extend(defined(item));
        }
        self.0.insert(module, names);
    }

    /// The path from the crate root for `path` as written in `module`; `None` for an item of another crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" | "kserve_render" => Some(rest.to_vec()),
            "self" => Some([module, rest].concat()),
            "super" => {
                let above = module.split_last()?.1.to_vec();
                match rest.first().map(String::as_str) {
                    Some("super") => self.absolute(&above, rest),
                    _ => Some([&above[..], rest].concat()),
                }
            }
            name => {
                let names = self.0.get(module)?;
                match names.imports.get(name) {
                    Some(import) if import.first() != Some(first) => {
                        Some([self.absolute(module, import)?, rest.to_vec()].concat())
                    }
                    // An import may have the name of the module that it is from, which then stands here.
                    _ if names.items.contains(name) => Some([module, path].concat()),
                    _ => None,
                }
            }
        }
    }

    /// The target of a path from the crate root, following re-exports; `None` if it leads out of the crate.
    fn home(&self, path: &[String], depth: usize) -> Option<Home> {
        let length = (0..=path.len()).rev().find(|length| self.0.contains_key(&path[..*length]))?;
        let (module, rest) = (path[..length].to_vec(), &path[length..]);
        let names = &self.0[&module];
        let Some(name) = rest.first() else { return Some(Home { module, is_module: true }) };
        if depth == 0 || names.items.contains(name) {
            return Some(Home { module, is_module: false });
        }
        if let Some(import) = names.imports.get(name) {
            let path = [self.absolute(&module, import)?, rest[1..].to_vec()].concat();
            return self.home(&path, depth - 1);
        }
        let of_globs = names.globs.iter().find_map(|glob| {
            let path = [self.absolute(&module, glob)?, rest.to_vec()].concat();
            let home = self.home(&path, depth - 1)?;
            self.0[&home.module].items.contains(name).then_some(home)
        });
        Some(of_globs.unwrap_or(Home { module, is_module: false }))
    }

    /// Which file uses which, and through which path.
    fn arrows(&self) -> BTreeMap<(String, String), String> {
        let mut arrows = BTreeMap::new();
        for (module, names) in &self.0 {
            for Written { path, is_handed_on, is_glob } in &names.paths {
                let Some(home) = self.absolute(module, path).and_then(|path| self.home(&path, 9)) else { continue };
                let target = &self.0[&home.module].file;
                let is_only_named = home.is_module && !is_handed_on && !is_glob;
                let is_own = is_only_named || (home.module.starts_with(module) && *is_handed_on);
                if target != &names.file && target != "lib.rs" && names.file != "lib.rs" && !is_own {
                    arrows.entry((names.file.clone(), target.clone())).or_insert_with(|| path.join("::"));
                }
            }
        }
        arrows
    }
}

/// The module of a file below `src`.
fn module_of(file: &str) -> Module {
    let mut parts: Module = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
        parts.pop();
    }
    parts
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string() == "test")
    })
}

/// The names that an item defines.
fn defined(item: &syn::Item) -> Vec<String> {
    let name = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        // The output of a macro is unknown, so every name in it may be defined.
        syn::Item::Macro(item) => return words(&item.mac.tokens.to_string()).map(str::to_owned).collect(),
        _ => return Vec::new(),
    };
    vec![name.to_string()]
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Collects the paths in an item.
struct Reader<'n> {
    names: &'n mut Names,
}

impl Reader<'_> {
    fn import(&mut self, tree: &syn::UseTree, mut path: Vec<String>, is_handed_on: bool) {
        match tree {
            syn::UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                self.import(&inner.tree, path, is_handed_on);
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, path.clone(), is_handed_on));
            }
            syn::UseTree::Name(name) => self.import_as(name.ident.to_string(), &name.ident, path, is_handed_on),
            syn::UseTree::Rename(name) => self.import_as(name.rename.to_string(), &name.ident, path, is_handed_on),
            syn::UseTree::Glob(_) => {
                self.names.globs.push(path.clone());
                self.names.paths.push(Written { path, is_handed_on, is_glob: true });
            }
        }
    }

    fn import_as(&mut self, here: String, name: &syn::Ident, mut path: Vec<String>, is_handed_on: bool) {
        let mut here = here;
        if name == "self" {
            if here == "self" {
                here = path.last().cloned().unwrap_or_default();
            }
        } else {
            path.push(name.to_string());
        }
        self.names.paths.push(Written { path: path.clone(), is_handed_on, is_glob: false });
        self.names.imports.insert(here, path);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            syn::Item::Struct(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&item.tree, Vec::new(), !matches!(item.vis, syn::Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.names.paths.push(Written { path: segments, is_handed_on: false, is_glob: false });
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let text = mac.tokens.to_string().replace(" :: ", "::").replace(":: ", "::");
        for path in text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') {
            let path: Vec<String> = path.split("::").map(str::to_owned).collect();
            if path.len() > 1 && path.iter().all(|part| !part.is_empty() && !part.contains(':')) {
                self.names.paths.push(Written { path, is_handed_on: false, is_glob: false });
            }
        }
        visit::visit_macro(self, mac);
    }
}

/// The layers, topmost first: each has modules, in whose paths `*` stands for any single name.
struct Layers(Vec<Vec<Module>>);

impl Layers {
    /// Reads the second column of the table below the heading `## Layers`.
    fn read(text: &str) -> Layers {
        let section = text.split("\n## ").find(|section| section.starts_with("Layers")).expect("a table of layers");
        let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
        let modules = |row: &str| {
            let cell = row.split('|').nth(2).unwrap_or_default();
            cell.split('`').skip(1).step_by(2).map(|path| path.split('/').map(str::to_owned).collect()).collect()
        };
        Layers(rows.map(modules).collect())
    }

    /// The layer of a module, and the most specific entry of the table for it.
    fn place(&self, module: &[String]) -> Option<(usize, &Module, Module)> {
        let rows = self.0.iter().enumerate().flat_map(|(row, modules)| modules.iter().map(move |known| (row, known)));
        let fits = |known: &Module| {
            known.len() <= module.len() && known.iter().zip(module).all(|(known, part)| known == "*" || known == part)
        };
        let written = |known: &Module| (known.len(), known.iter().filter(|part| *part != "*").count());
        let (row, known) = rows.filter(|(_, known)| fits(known)).max_by_key(|(_, known)| written(known))?;
        Some((row, known, module[..known.len()].to_vec()))
    }

    /// The violations of the order of the layers.
    fn faults(&self, house: &House) -> Vec<String> {
        let mut faults = Vec::new();
        let mut met = BTreeSet::new();
        for names in house.0.values().filter(|names| names.file != "lib.rs" && names.file != "main.rs") {
            match self.place(&module_of(&names.file)) {
                Some((_, known, _)) => drop(met.insert(known)),
                None => faults.push(format!("src/{} is in no layer", names.file)),
            }
        }
        let unmet = self.0.iter().flatten().filter(|known| !met.contains(known));
        faults.extend(unmet.map(|known| format!("there is no module `{}`", known.join("/"))));
        for ((user, used), path) in house.arrows() {
            let (Some(from), Some(to)) = (self.place(&module_of(&user)), self.place(&module_of(&used))) else {
                continue;
            };
            if to.0 < from.0 {
                faults.push(format!("src/{user} uses {path} of src/{used}, which is above it"));
            } else if to.0 == from.0 && to.2 != from.2 {
                faults.push(format!("src/{user} uses {path} of src/{used}, which stands beside it"));
            }
        }
        faults
    }
}

/// The circles among files: sets of files in which each file leads to every other.
fn circles(house: &House) -> Vec<Vec<String>> {
    let mut next: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (user, used) in house.arrows().into_keys() {
        next.entry(user).or_default().insert(used);
    }
    let reached = |from: &String| {
        let (mut reached, mut waiting) = (BTreeSet::new(), vec![from]);
        while let Some(file) = waiting.pop() {
            for used in next.get(file).into_iter().flatten() {
                if reached.insert(used.clone()) {
                    waiting.push(used);
                }
            }
        }
        reached
    };
    let all: BTreeMap<&String, BTreeSet<String>> = next.keys().map(|file| (file, reached(file))).collect();
    let mut circles = BTreeSet::new();
    for (file, reached) in all.iter().filter(|(file, reached)| reached.contains(**file)) {
        let back = |other: &&String| all.get(other).is_some_and(|reached| reached.contains(*file));
        circles.insert(reached.iter().filter(back).cloned().collect::<Vec<_>>());
    }
    circles.into_iter().collect()
}

fn files(folder: &Path, below: &str, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        let path = entry.path();
        if path.is_dir() {
            files(&path, &format!("{name}/"), found);
        } else if name.ends_with(".rs") {
            found.insert(name, fs::read_to_string(path).expect("a text"));
        }
    }
}

fn our_house() -> House {
    let mut found = BTreeMap::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut found);
    House::read(&found)
}

#[test]
fn no_module_uses_what_is_above_it() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("DEVELOPERS.md")).expect("a text");
    let faults = Layers::read(&text).faults(&our_house());
    assert!(faults.is_empty(), "{}\n{} faults", faults.join("\n"), faults.len());
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let house = our_house();
    let arrows = house.arrows();
    let mut shown = String::new();
    for circle in circles(&house) {
        shown.push_str(&format!("a circle of {}:\n", circle.len()));
        for ((user, used), path) in
            arrows.iter().filter(|((user, used), _)| circle.contains(user) && circle.contains(used))
        {
            shown.push_str(&format!("  src/{user} uses {path} of src/{used}\n"));
        }
    }
    assert!(shown.is_empty(), "{shown}");
}

fn house(files: &[(&str, &str)]) -> House {
    House::read(&files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect())
}

#[test]
fn uses_are_followed_through_imports_and_re_exports() {
    let house = house(&[
        ("lib.rs", "mod low; mod high; mod mid; pub use low::Thing;"),
        ("low/mod.rs", "mod thing; pub use thing::Thing;"),
        ("low/thing.rs", "pub struct Thing;"),
        ("high.rs", "use crate::low; fn f(_: low::Thing) { vec![crate::mid::Mid]; }"),
        ("mid.rs", "pub use super::Thing as Mid; #[cfg(test)] mod tests { use crate::high; }"),
    ]);
    let arrows: Vec<(String, String)> = house.arrows().into_keys().collect();
    let expected = [("high.rs", "low/thing.rs"), ("mid.rs", "low/thing.rs")];
    assert_eq!(arrows, expected.map(|(user, used)| (user.to_owned(), used.to_owned())));
    assert_eq!(circles(&house), Vec::<Vec<String>>::new());
}

#[test]
fn globs_re_exported_modules_and_names_like_their_module_are_uses() {
    let house = house(&[
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a/mod.rs", "mod a; use a::a; fn f() { a::g(); a() }"),
        ("a/a.rs", "pub fn a() {} pub fn g() {}"),
        ("b.rs", "use crate::a::*; pub fn h() {}"),
        ("c.rs", "pub use crate::b;"),
        ("d.rs", "use crate::c; fn f() { c::b::h() }"),
    ]);
    let arrows: Vec<(String, String)> = house.arrows().into_keys().collect();
    let expected = [("a/mod.rs", "a/a.rs"), ("b.rs", "a/mod.rs"), ("c.rs", "b.rs"), ("d.rs", "b.rs")];
    assert_eq!(arrows, expected.map(|(user, used)| (user.to_owned(), used.to_owned())));
}

#[test]
fn a_use_of_an_upper_layer_and_a_circle_are_found() {
    let house = house(&[
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b/mod.rs", "pub mod c; pub struct B; fn f() { c::f() }"),
        ("b/c.rs", "use super::B; use crate::a::A; pub fn f() {}"),
        ("d.rs", "fn f() { let _ = crate::a::A; }"),
    ]);
    let circle = ["a.rs", "b/c.rs", "b/mod.rs"].map(str::to_owned).to_vec();
    assert_eq!(circles(&house), [circle]);
    let layers = Layers::read("\n## Layers\n\n| Layer | Modules |\n|---|---|\n| 1 | `a`, `d` |\n| 2 | `b`, `e` |\n");
    assert_eq!(
        layers.faults(&house),
        [
            "there is no module `e`",
            "src/b/c.rs uses crate::a::A of src/a.rs, which is above it",
            "src/d.rs uses crate::a::A of src/a.rs, which stands beside it"
        ]
    );
}
