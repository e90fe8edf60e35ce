import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CHROMIUM } from '../../scripts/debian.js'

/**
 * Exactly this one: another counts differently. It is fetched when it is measured with, and is no
 * part of the project.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MEGABYTE = 1024 * 1024

export type Scores = Record<(typeof CATEGORIES)[number], number>
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
}

async function read(address: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      address,
      '--output=json',
      '--output-path=stdout',
      '--quiet',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic',
    ],
    { env: { ...process.env, CHROME_PATH: CHROMIUM }, maxBuffer: 64 * MEGABYTE },
  )

  return JSON.parse(stdout)
}

const TRIES = 5

/**
 * It misses the beginning of a trace now and then (`NO_NAVSTART`), and ends without a report: then
 * it is asked again.
 */
async function readOrAgain(address: string, left = TRIES): Promise<Report> {
  try {
    return await read(address)
  } catch (error) {
    if (left <= 1) throw error
    return await readOrAgain(address, left - 1)
  }
}

const computeScore = (report: Report, name: string) =>
  Math.round((report.categories[name]?.score ?? 0) * 100)

/** What cost a category points, in words. */
const describeLosses = ({ categories, audits }: Report, name: string) =>
  (categories[name]?.auditRefs ?? [])
    .filter(
      ({ id, weight }) =>
        weight > 0 && (audits[id]?.score ?? 1) < (name === 'performance' ? 0.9 : 1),
    )
    .map(({ id }) => `${audits[id]?.title} (${id})`)

/**
 * Lighthouse's phone on a slow line, some times a page: the middle one's scores, and what cost
 * points.
 */
export async function lighthouse(
  address: string,
  rounds: number,
): Promise<{ scores: Scores; lost: string[] }> {
  const reports: Report[] = []
  for (let round = 0; round < rounds; round++) reports.push(await readOrAgain(address))
  reports.sort(
    (one, other) => computeScore(one, 'performance') - computeScore(other, 'performance'),
  )

  const middle = reports[Math.floor(rounds / 2)] as Report
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, computeScore(middle, name)]),
  ) as Scores
  const lost = CATEGORIES.flatMap((name) =>
    scores[name] < 100 ? describeLosses(middle, name) : [],
  )

  return { scores, lost }
}
