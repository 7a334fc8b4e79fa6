// Runs them all.

(async () => {
  let failures = 0;
  for (const {sentence, body} of tests) {
    try {
      await body();
    } catch (error) {
      failures++;
      console.error(`✘ ${sentence}\n    ${error.message}`);
    }
  }
  console.log(`${tests.length} tests of the page, ${failures} failed`);
  process.exit(failures === 0 ? 0 : 1);
})();
