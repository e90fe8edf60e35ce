import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listTests, type Mutant, type Mutation, mutate } from './mutant.ts'

export type Outcome = {
  mutant: Mutant
  /** `broken`: the code no longer loads, so the check shows nothing. */
  verdict: 'killed' | 'survived' | 'broken'
  detail: string
  seconds: number
}

const RUN_LIMIT_MS = 300_000
const BASELINE_LIMIT_MS = 3_600_000

/** Returns a copy of the tracked and new files, with the same packages. */
export function copyProject(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'candor-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })

  for (const file of listed.split('\0').filter((name) => isNeeded(root, name)))
    cpSync(join(root, file), join(copy, file))

  for (const packages of ['node_modules', 'tests/chains/node_modules'])
    if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(copy, packages))
  // the route types are generated, and the tests of screens read them
  if (existsSync(join(root, '.react-router')))
    cpSync(join(root, '.react-router'), join(copy, '.react-router'), { recursive: true })

  return copy
}

const isNeeded = (root: string, name: string) =>
  name !== '' &&
  name !== 'node_modules' &&
  !/^docs\/(screens|pictures)\//.test(name) &&
  existsSync(join(root, name))

function run(
  copy: string,
  args: string[],
  environment: Record<string, string>,
  timeout: number,
): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      env: { ...process.env, NO_COLOR: '1', ...environment },
      stdio: 'ignore',
      timeout,
    })

    child.once('close', () => resolve())
  })
}

/** Names of the tests that fail, or null when the runner ended without a report. */
async function listFailures(
  copy: string,
  tests: string[],
  environment: Record<string, string>,
  timeout = RUN_LIMIT_MS,
): Promise<{ failed: string[]; unloaded: string[] } | null> {
  const report = join(copy, 'mutant-report.json')
  rmSync(report, { force: true })

  await run(
    copy,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=json',
      `--outputFile=${report}`,
      ...tests,
    ],
    environment,
    timeout,
  )
  if (!existsSync(report)) return null

  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      name: string
      status: string
      assertionResults: { fullName: string; status: string }[]
    }[]
  }

  return {
    failed: testResults.flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status === 'failed')
      if (failed.length > 0) return failed.map(({ fullName }) => fullName)
      // A hook failed: no test did, and none ran.
      return status === 'failed' && assertionResults.length > 0 ? [`the hooks of ${name}`] : []
    }),
    unloaded: testResults
      .filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
      .map((file) => file.name),
  }
}

/** Runs the tests of all mutants on the sound copy and returns those that fail there already. */
export async function listBaselineFailures(
  copy: string,
  mutants: Mutant[],
  environment: Record<string, string>,
): Promise<Set<string>> {
  const tests = [...new Set(mutants.flatMap((mutant) => listTests(copy, mutant).flat()))]
  if (tests.length === 0) return new Set()

  const failures = await listFailures(copy, tests, environment, BASELINE_LIMIT_MS)
  if (!failures) throw new Error('The tests end without a report on the unchanged code.')

  return new Set([...failures.failed, ...failures.unloaded])
}

/** Applies a mutant to the copy, runs its tests, and restores the copy. */
export async function runMutant(
  copy: string,
  mutant: Mutant,
  baseline: ReadonlySet<string>,
  environment: Record<string, string>,
): Promise<Outcome> {
  const begun = performance.now()
  const conclude = (verdict: Outcome['verdict'], detail: string): Outcome => ({
    mutant,
    verdict,
    detail,
    seconds: (performance.now() - begun) / 1000,
  })

  const mutation = mutate(copy, mutant)
  if (typeof mutation === 'string') return conclude('broken', mutation)

  const before = new Map(
    [...mutation.keys()].map((file) => [file, readFileSync(join(copy, file), 'utf8')]),
  )

  try {
    write(copy, mutation)

    for (const tests of listTests(copy, mutant)) {
      const failures = await listFailures(copy, tests, environment)
      if (!failures) return conclude('killed', 'no answer in time')

      const failed = failures.failed.find((name) => !baseline.has(name))
      if (failed) return conclude('killed', failed)

      const [unloaded] = failures.unloaded
      if (unloaded) return conclude('broken', `${unloaded} doesn't load`)
    }

    return conclude('survived', '')
  } finally {
    write(copy, before)
  }
}

function write(copy: string, files: Mutation) {
  for (const [file, text] of files) writeFileSync(join(copy, file), text)
}
