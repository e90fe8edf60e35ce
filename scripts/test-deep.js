import { runBrowserTests } from './browser-tests.js'
import { command, project } from './command.js'
import { ensureChromium } from './debian.js'
import { ensureChainTools } from './install.js'
import { step, VITEST } from './step.js'

const MUTANT_MINUTES = '60'

/**
 * The tests with their counts raised, every browser test, then generated mutants for an hour. Each
 * prints its seed, with which it can be repeated. With arguments only those tests run; `browser`
 * stands for the browser tests.
 */
await command(import.meta.url, async () => {
  await ensureChainTools(project)

  const files = process.argv.slice(2)
  if (files[0] === 'browser') return (await runBrowser(files.slice(1))) ? 0 : 1

  const tests = await step('Deep tests', [...VITEST, ...files], { DEEP: '1' })
  if (files.length > 0) return tests.good ? 0 : 1

  const isBrowserGood = await runBrowser([])
  const sample = ['--generated', '--sample', '5000', '--minutes', MUTANT_MINUTES]
  const mutants = await step('Generated mutants', ['tools/mutants.ts', ...sample])

  return tests.good && isBrowserGood && mutants.good ? 0 : 1
})

/** @param {string[]} files */
async function runBrowser(files) {
  ensureChromium()

  const build = await step('Build', ['scripts/build.js'])
  return build.good && (await runBrowserTests({ DEEP: '1' }, files)).good
}
