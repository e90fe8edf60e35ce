import { join } from 'node:path'
import { listFileTexts } from './visible-texts.ts'

/**
 * Prints the visible texts of the product as one document, an area after the other; a name, such
 * as `withdrawals`, limits it to the areas that contain it.
 */
const [name = ''] = process.argv.slice(2)
const files = listFileTexts(join(import.meta.dirname, '..')).filter(({ area }) =>
  area.includes(name),
)

for (const [area, ofArea] of Map.groupBy(files, (one) => one.area)) {
  console.log(`\n# ${area}`)
  for (const { file, texts } of ofArea)
    console.log(`\n## ${file}\n\n${texts.map(({ line, text }) => `- ${line}: ${text}`).join('\n')}`)
}

const count = files.reduce((sum, { texts }) => sum + texts.length, 0)
console.log(`\n${count} texts in ${files.length} files.`)
