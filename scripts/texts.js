import { command } from './command.js'
import { run } from './step.js'

/** Prints every visible text of the product, for a reading from beginning to end. */
await command(import.meta.url, () => run(process.execPath, ['tools/texts.ts']))
