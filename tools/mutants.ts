import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startThrowAway } from '../scripts/temporary-database.js'
import { generateMutants, listTargets, pickSample } from './mutants/generate.ts'
import type { Mutant } from './mutants/mutant.ts'
import { copyProject, listBaselineFailures, type Outcome, runMutant } from './mutants/run.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'tests/mutants')
const REPORT = join(ROOT, 'test-results/mutants.json')

/** Returns the hand-written mutants whose file or name contains the filter. */
export async function readMutants(filter = ''): Promise<Mutant[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))
  const lists = await Promise.all(
    files.sort().map(async (name) => {
      const { mutants } = (await import(pathToFileURL(join(FOLDER, name)).href)) as {
        mutants: Mutant[]
      }
      return mutants.filter((mutant) => `${name}/${mutant.name}`.includes(filter))
    }),
  )

  return lists.flat()
}

/** Returns the generated mutants of the files whose path contains the filter. */
export const listGenerated = (filter = ''): Mutant[] =>
  listTargets(ROOT)
    .filter((file) => file.includes(filter))
    .flatMap((file) => generateMutants(file, readFileSync(join(ROOT, file), 'utf8')))

type Options = { generated: boolean; sample: number; seed: number; minutes: number }

function readOptions(): { filter: string; options: Options } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      generated: { type: 'boolean', default: false },
      sample: { type: 'string', default: '0' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      minutes: { type: 'string', default: '0' },
    },
  })

  return {
    filter: positionals[0] ?? '',
    options: {
      generated: values.generated,
      sample: Number(values.sample),
      seed: Number(values.seed),
      minutes: Number(values.minutes),
    },
  }
}

async function main() {
  const { filter, options } = readOptions()
  const all = options.generated ? listGenerated(filter) : await readMutants(filter)
  if (all.length === 0) throw new Error(`No mutant's name contains '${filter}'.`)

  const mutants = options.sample > 0 ? pickSample(all, options.sample, options.seed) : all
  console.log(`${mutants.length} of ${all.length} mutants, seed ${options.seed}`)

  const outcomes = await runAll(mutants, options.minutes)
  report(outcomes, options)

  const survived = outcomes.filter(({ verdict }) => verdict !== 'killed').length
  // a generated mutant may be equivalent to the code: its report is read, not enforced
  return options.generated ? 0 : survived
}

async function runAll(mutants: Mutant[], minutes: number): Promise<Outcome[]> {
  const copy = copyProject(ROOT)
  const postgres = await startThrowAway({
    project: ROOT,
    fsync: false,
    maxConnections: 300,
    inMemory: true,
  })
  const environment = { DATABASE_URL: postgres.ownerUrl }
  const until = minutes > 0 ? performance.now() + minutes * 60_000 : Number.POSITIVE_INFINITY
  const outcomes: Outcome[] = []

  try {
    const baseline = await listBaselineFailures(copy, mutants, environment)
    if (baseline.size > 0) console.log(`${baseline.size} tests fail without a mutant: ignored`)

    for (const mutant of mutants) {
      if (performance.now() > until) break
      const outcome = await runMutant(copy, mutant, baseline, environment)
      outcomes.push(outcome)
      print(outcome)
    }
  } finally {
    await postgres.stop()
    rmSync(copy, { recursive: true, force: true })
  }

  return outcomes
}

const MARKS = { killed: '✓', survived: '✗', broken: '!' } as const

const print = ({ mutant, verdict, detail, seconds }: Outcome) =>
  console.log(
    `${MARKS[verdict]} ${seconds.toFixed(0).padStart(3)} s  ${mutant.name}${detail ? `  (${detail})` : ''}`,
  )

function report(outcomes: Outcome[], { seed, generated }: Options) {
  const count = (verdict: Outcome['verdict']) =>
    outcomes.filter((one) => one.verdict === verdict).length

  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  writeFileSync(REPORT, `${JSON.stringify({ seed, generated, outcomes }, null, 2)}\n`)
  console.log(
    `\n${count('killed')} killed, ${count('survived')} survived, ${count('broken')} broken, ` +
      `of ${outcomes.length}; seed ${seed}; test-results/mutants.json`,
  )
}

if (import.meta.main) {
  try {
    process.exitCode = (await main()) > 0 ? 1 : 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
