// The modules that need a document, with a stand-in for it.

const stillLayout = describedLayout({
  dataset: "rows",
  kind: "table",
  state: "current",
  revision: "1",
  items: 3,
  sections: 1,
  content: [390, 3000],
});
const itemDetails = {
  id: 7,
  key: "N7",
  title: "<b>Seven</b>",
  detail: null,
  section: 0,
  item: 1,
  zIndex: 0,
  isStale: false,
  frame: [0, 50, 300, 40],
  width: 300,
  height: 40,
  hasPicture: false,
  payload: {title: "<b>Seven</b>"},
  sectionTitle: null,
};

/** Sets the server's answers, and shows the layout as the page does when it begins. */
async function openStill(changes = {}) {
  answers = {
    "/api/layouts": {layouts: [{name: "wall", state: "current", items: "rows"}]},
    "/api/layout": {...stillLayout, held: null},
    "/api/ladder": {rungs: []},
    "/api/item": itemDetails,
    "/api/rail": {cells: [3], sections: [0], places: [0], flags: [0], titles: {}},
    "/api/scene": {elements: null},
    ...changes,
  };
  Object.assign(asked, {entries: [], requests: []});
  page.trouble = "";
  write("saying", "");
  await show("wall");
}

test("A layout is shown with its facts, and its place is in the address", async () => {
  await openStill();
  drawFrame(0);
  writeAddress();
  expect(part("facts").textContent.startsWith("3 items · 1 section · table"), part("facts").textContent);
  expectEqual(addressFrom(location.search).layout, "wall");
  expectEqual([part("notice").hidden, part("saying").textContent], [true, ""]);
});

test("A jump adds an entry to the history, and scrolling does not", async () => {
  await openStill();
  moveBy(0, 100);
  expectEqual(asked.entries.length, 0);
  expect(runKey("End", false, null), "End is a key");
  expectEqual([asked.entries.length, Math.round(view.y)], [1, 2400]);
  lastJump.time = -Infinity;
  runKey("Home", false, null);
  expectEqual([asked.entries.length, view.y], [2, 0]);
});

test("An element that shows in two columns is listed once", async () => {
  await openStill();
  const element = elementFrom(itemDetails);
  page.drawn = [{element, box: box(0, 590, 300, 40)}, {element, box: box(400, -10, 300, 40)}];
  writeList();
  expectEqual(elementList.children.map((row) => row.text), ["<b>Seven</b>"]);
});

test("Texts of a store stay texts in the panel", async () => {
  await openStill();
  choose(elementFrom(itemDetails), true, itemDetails);
  expectEqual(panel.hidden, false);
  expect(panel.text.includes("<b>Seven</b>"), panel.text);
});

test("A size is tried with the key of the address, and taken back", async () => {
  const bands = [{frame: [0, 0, 390, 100], elements: 3, isStale: false, isEstimated: false}];
  await openStill({"/api/resize": {layout: stillLayout, bands, elementsWritten: 3, milliseconds: 1}});
  const element = elementFrom(itemDetails);
  choose(element, true, itemDetails);
  await resizeItem(element, {width: 300, height: 90}, itemDetails);
  const outcome = panel.querySelector(".outcome");
  expect(outcome.textContent.startsWith("Laid out again: 1 band, 3 rows"), outcome.textContent);
  expectEqual(page.flashes.length, 1);
  await outcome.querySelector(".link").onclick();
  const edits = asked.requests.filter(({path}) => path === "/api/resize");
  expectEqual(edits.map(({body}) => JSON.parse(body).height), [90, 40]);
  expectEqual(edits.map(({headers}) => headers["X-Layout-Token"]), ["secret", "secret"]);
});

test("A server that does not answer is reported until it does", async () => {
  await openStill();
  const here = answers;
  answers = null;
  await refresh();
  showStatus();
  expectEqual([part("notice").textContent, part("state").textContent], [offlineSentence, "Offline"]);
  answers = here;
  await refresh();
  showStatus();
  expectEqual([part("notice").hidden, part("state").textContent], [true, ""]);
});

test("An item that was deleted is closed, with a sentence", async () => {
  await openStill();
  choose(elementFrom(itemDetails), true, itemDetails);
  answers = {...answers, "/api/item": undefined};
  await refreshChosen();
  expectEqual([page.chosen, panel.hidden], [null, true]);
  expect(part("saying").textContent.includes("was deleted"), part("saying").textContent);
});

test("A layout without items and one that was never laid out have sentences", () => {
  const text = (changes, wall = null) => emptySentence({...stillLayout, ...changes}, wall);
  expectEqual(text({}), "");
  expect(text({items: 0}).includes("has no items yet"), "no items");
  expect(text({items: 0}, "rose").includes("Nothing is found"), "no hits");
});

test("The rows of an outline are a tree with levels and states", async () => {
  await openStill();
  const element = elementFrom({...itemDetails, outline: 7});
  expectEqual([element.level, element.branch, elementFrom(itemDetails).branch], [1, true, null]);
  page.isOutline = true;
  page.drawn = [{element, box: box(0, 0, 300, 40)}];
  writeList();
  const [row] = elementList.children;
  expectEqual([elementList.getAttribute("role"), row.getAttribute("role")], ["tree", "treeitem"]);
  expectEqual([row.getAttribute("aria-level"), row.getAttribute("aria-expanded")], ["2", "false"]);
  expectEqual(row.text, "<b>Seven</b>");
  page.isOutline = false;
});

test("The right key expands a row, and the left one collapses it or goes to what contains it", async () => {
  await openStill({"/api/fold": {...stillLayout, revision: "2"}});
  page.isOutline = true;
  const sent = () => asked.requests.filter(({path}) => path === "/api/fold").map(({body}) => JSON.parse(body));
  const press = async (key, outline) => {
    choose(elementFrom({...itemDetails, outline}), false);
    expect(runKey(key, false, elementList), key);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  await press("ArrowRight", 7);
  await press("ArrowLeft", 5);
  expectEqual(sent().map(({item, isCollapsed}) => [item, isCollapsed]), [["k:N7", false], ["k:N7", true]]);
  await press("ArrowLeft", 7);
  expect(asked.requests.some(({query}) => query.get("containing") === "1"), "what contains it is asked for");
  await press("ArrowRight", 4);
  expectEqual(sent().length, 2);
  page.isOutline = false;
});

test("A click on the sign of a row folds it, and beside it chooses it", async () => {
  await openStill({"/api/fold": {...stillLayout, revision: "2"}});
  page.isOutline = true;
  const element = elementFrom({...itemDetails, outline: 5});
  page.drawn = [{element, box: box(0, 0, 300, 40)}];
  expectEqual([toggleAt(element, {x: 60, y: 20}), toggleAt(element, {x: 24, y: 20})], [false, true]);
  expectEqual(toggleAt(elementFrom({...itemDetails, outline: 4}), {x: 24, y: 20}), false);
  page.isOutline = false;
});
