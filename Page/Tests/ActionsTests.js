// The modules that search, show pictures, ask for tiles and colour the sheet, with the stand-in for a document.

const hitOf = (id, changes = {}) =>
  ({section: 0, item: 1, id, key: `N${id}`, title: `Name ${id}`, frame: [0, 50, 300, 40], isHidden: false, ...changes});

/** The requests for a path, as objects of their parameters. */
const askedFor = (path) =>
  asked.requests.filter((request) => request.path === path).map(({query}) => Object.fromEntries(query));

test("A search goes on from slice to slice, and shows the first hit if it was asked to", async () => {
  await openStill({"/api/search": {hits: [hitOf(7)], next: null, fraction: 1, isIndexed: false}});
  await startSearch("seven", true);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expectEqual(askedFor("/api/search").map(({text}) => text), ["seven"]);
  expectEqual([hits.index, page.chosen.key, hitList.hidden], [0, "N7", true]);
  clearSearch();
  expectEqual([hits.text, searchField.value], ["", ""]);
});

test("A hidden hit shows, if the page may expand what hides it; the list of hits knows it then", async () => {
  const hidden = hitOf(7, {item: null, isHidden: true, hidingID: "3"});
  await openStill({
    "/api/search": {hits: [hidden], next: null, fraction: 1, isIndexed: false},
    "/api/fold": {...stillLayout, revision: "2"},
  });
  await startSearch("seven");
  await goToHit(0);
  const [{body}] = asked.requests.filter(({path}) => path === "/api/fold");
  expectEqual([JSON.parse(body).item, JSON.parse(body).isCollapsed], ["i:7", null]);
  expectEqual([hits.list[0].isHidden, hits.list[0].item, page.chosen.key], [false, 1, "N7"]);
  clearSearch();
});

test("On a wall of hits nothing is folded: the page goes to what hides one", async () => {
  await openStill();
  page.wall = "seven";
  await showHit(hitOf(7, {item: null, isHidden: true, hidingID: "3", frame: [0, 2000, 300, 40]}));
  page.wall = null;
  expectEqual(askedFor("/api/fold").length, 0);
  expect(part("saying").textContent.includes("a row above it is collapsed"), part("saying").textContent);
});

test("The viewer turns pages over the end of a section, and stays at the end of the last one", async () => {
  await openStill();
  const picture = {...itemDetails, hasPicture: true};
  answers["/api/item"] = picture;
  openViewer(elementFrom(picture));
  expectEqual([viewer.open, part("viewer-name").textContent], [true, "<b>Seven</b>"]);
  asked.requests = [];
  delete answers["/api/item"];
  await turnPage(1);
  expectEqual(askedFor("/api/item").map(({section, item}) => [section, item]), [["0", "2"], ["1", "0"]]);
  expectEqual(viewed.item, 1);
  viewer.open = false;
});

test("Tiles are asked for a few at a time, and not again until the layout changes", async () => {
  await openStill();
  drawFrame(0);
  const count = askedFor("/api/scene").length;
  expect(count > 0 && count <= requestLimit, `${count} requests`);
  await new Promise((resolve) => setTimeout(resolve, 0));
  for (let frame = 0; frame < 20; frame++) {
    drawFrame(frame);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  const rects = askedFor("/api/scene").map(({rect}) => rect);
  expectEqual(new Set(rects).size, rects.length);
  adopt({...stillLayout, revision: "2"});
  drawFrame(0);
  expect(askedFor("/api/scene").length > rects.length, "another state is asked for");
});

test("A colour that the sheet does not have gets a sentence with those it has", async () => {
  await openStill();
  setTint("density");
  expectEqual(tintPicker.value, "density");
  setTint("flavour");
  expect(part("saying").textContent.includes("section, density, staleness"), part("saying").textContent);
  setTint("section");
});

test("The whole content shows from its own zoom, and actual size comes back", async () => {
  await openStill();
  showAll();
  expectEqual([view.zoom, view.fraction], [view.minimumZoom, 0]);
  runKey("0", false, null);
  expectEqual(view.zoom, 1);
});
