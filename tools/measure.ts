import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArchitecture } from './architecture/architecture.ts'
import { isSource } from './architecture/function-names.ts'
import { checkImports } from './architecture/imports.ts'
import { type FileFigures, readFigures } from './measures/read-file.ts'

/** One line of the table; `places` are what to look at when the target is missed. */
type Measure = { name: string; value: string; target?: string; isMet?: boolean; places?: string[] }

const GENERATED = /breached-passwords|ui\/icons\.ts$|\/generated\//

/** Prints how the code of `src` compares with its targets. `--places` adds where a target fails. */
async function main(root: string) {
  const all = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()

  const figures = all
    .filter((file) => isSource(file) && !GENERATED.test(file))
    .map((file) => readFigures(file, readFileSync(join(root, file), 'utf8')))

  const measures = [
    ...measureSizes(figures),
    ...measureComments(figures),
    ...measureNames(figures),
    ...measureTypes(figures),
    ...(await measureImports(root, all)),
  ]

  print(measures, process.argv.includes('--places'))
  process.exitCode = measures.some(({ isMet }) => isMet === false) ? 1 : 0
}

const sum = (figures: FileFigures[], count: (one: FileFigures) => number) =>
  figures.reduce((total, one) => total + count(one), 0)
const listPlaces = (figures: FileFigures[], list: (one: FileFigures) => string[]) =>
  figures.flatMap(list)
const formatPercent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

const pickQuantile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

function describeSpread(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return [pickQuantile(sorted, 0.5), pickQuantile(sorted, 0.9), sorted.at(-1) ?? 0] as const
}

function measureSizes(figures: FileFigures[]): Measure[] {
  const [fileMedian, fileP90, fileMax] = describeSpread(figures.map(({ lines }) => lines))
  const functions = figures.flatMap((one) => one.functions)
  const [median, p90, max] = describeSpread(functions.map(({ lines }) => lines))
  const long = functions.filter(({ lines }) => lines > 70)
  const bodyLines = sum(figures, (one) => one.bodyLines)
  const blankLines = sum(figures, (one) => one.blankLines)
  const longLines = figures.filter((one) => one.longLines > 0)

  return [
    { name: 'files', value: `${figures.length}, ${sum(figures, ({ lines }) => lines)} lines` },
    {
      name: 'file median / p90 / max',
      value: `${fileMedian} / ${fileP90} / ${fileMax}`,
      target: 'p90 ≤ 120',
      isMet: fileP90 <= 120,
      places: figures
        .filter(({ lines }) => lines > 120)
        .sort((a, b) => b.lines - a.lines)
        .map(({ file, lines }) => `${lines} ${file}`),
    },
    { name: 'function median / p90 / max', value: `${median} / ${p90} / ${max}` },
    {
      name: 'functions over 70 lines',
      value: `${long.length} of ${functions.length}`,
      target: '≤ 1',
      isMet: long.length <= 1,
      places: long.map(({ at, lines }) => `${lines} ${at}`),
    },
    {
      name: 'blank lines in functions of 9+ lines',
      value: formatPercent(blankLines, bodyLines),
      target: '≥ 6 %',
      isMet: blankLines >= bodyLines * 0.06,
    },
    {
      name: 'lines over 100 characters',
      value: String(sum(figures, (one) => one.longLines)),
      target: '0',
      isMet: longLines.length === 0,
      places: longLines.map((one) => `${one.longLines} ${one.file}`),
    },
  ]
}

function measureComments(figures: FileFigures[]): Measure[] {
  const docComments = sum(figures, (one) => one.docComments)
  const relative = listPlaces(figures, (one) => one.relativeComments)

  return [
    {
      name: 'comment lines',
      value: formatPercent(
        sum(figures, (one) => one.commentLines),
        sum(figures, ({ lines }) => lines),
      ),
    },
    {
      name: 'doc comments on exports (functions)',
      value: `${formatPercent(
        sum(figures, (one) => one.documentedExports),
        sum(figures, (one) => one.exports),
      )} (${formatPercent(
        sum(figures, (one) => one.documentedFunctions),
        sum(figures, (one) => one.exportedFunctions),
      )})`,
    },
    {
      name: 'doc comments that begin What, Who, How, Whether…',
      value: `${formatPercent(relative.length, docComments)} of ${docComments}`,
      target: '≤ 2 %',
      isMet: relative.length <= docComments * 0.02,
      places: relative,
    },
  ]
}

function measureNames(figures: FileFigures[]): Measure[] {
  const functions = sum(figures, (one) => one.namedFunctions)
  const measure = (name: string, places: string[]): Measure => ({
    name,
    value: `${formatPercent(places.length, functions)} (${places.length} of ${functions})`,
    target: '≤ 2 %',
    isMet: places.length <= functions * 0.02,
    places,
  })

  return [
    measure(
      'participle function names',
      listPlaces(figures, (one) => one.participles),
    ),
    measure(
      'function names that end in a preposition',
      listPlaces(figures, (one) => one.trailingPrepositions),
    ),
  ]
}

function measureTypes(figures: FileFigures[]): Measure[] {
  const thousands = sum(figures, ({ lines }) => lines) / 1000
  const anyTypes = sum(figures, (one) => one.anyTypes)
  const spreads = listPlaces(figures, (one) => one.layoutSpreads)

  return [
    { name: 'any', value: String(anyTypes), target: '0', isMet: anyTypes === 0 },
    {
      name: 'casts per 1,000 lines',
      value: (sum(figures, (one) => one.casts) / thousands).toFixed(1),
    },
    { name: 'non-null assertions', value: String(sum(figures, (one) => one.nonNulls)) },
    {
      name: 'object spreads used for layout',
      value: String(spreads.length),
      target: '0',
      isMet: spreads.length === 0,
      places: spreads,
    },
  ]
}

async function measureImports(root: string, files: string[]): Promise<Measure[]> {
  const violations = await checkImports(root, readArchitecture(root), files)
  const count = (name: string, rule: RegExp): Measure => {
    const places = violations.filter((one) => rule.test(one.rule)).map(({ at }) => at)
    return { name, value: String(places.length), target: '0', isMet: places.length === 0, places }
  }

  return [
    count('upward imports', /^imports go down/),
    count('cycles of files and folders', /cycle|circle/),
  ]
}

function print(measures: Measure[], withPlaces: boolean) {
  const width = Math.max(...measures.map(({ name }) => name.length))
  for (const { name, value, target, isMet, places = [] } of measures) {
    const verdict = isMet === undefined ? ' ' : isMet ? '✓' : '✗'
    console.log(`${verdict} ${name.padEnd(width)}  ${value.padEnd(26)} ${target ?? ''}`.trimEnd())
    if (withPlaces && isMet === false) for (const place of places) console.log(`    ${place}`)
  }
}

if (import.meta.main) await main(process.cwd())
