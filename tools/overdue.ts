import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How many days a package with a known flaw may stay, by how grave the flaw is. */
export const WITHIN_DAYS = { critical: 2, high: 7, moderate: 30, low: 90, info: 180 } as const

type Severity = keyof typeof WITHIN_DAYS
type Audit = {
  vulnerabilities?: Record<
    string,
    { via: (string | { url: string; title: string; severity: string })[] }
  >
  /** Of an audit that failed: why. */
  message?: string
}

const DAY_MS = 86_400_000

/** The flaws that docs/security/components.md knows: each with the day since when. */
export const parseKnownFlaws = (document: string): Map<string, string> =>
  new Map(
    [...document.matchAll(/^\| (https:\S+) \|.*\| (\d{4}-\d\d-\d\d) \|/gm)].map(
      ([, url = '', since = '']) => [url, since],
    ),
  )

/** What `npm audit --json` found and is written down nowhere, or stays for longer than it may. */
export function overdue(audit: Audit, known: ReadonlyMap<string, string>, today: string): string[] {
  if (!audit.vulnerabilities)
    return [`The audit itself failed: ${audit.message ?? 'it says nothing'}`]

  const found = Object.entries(audit.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((flaw) => (typeof flaw === 'string' ? [] : [{ name, ...flaw }])),
  )

  return found.flatMap(({ name, url, title, severity }) => {
    const since = known.get(url)
    if (!since)
      return [`${name}: ${title} (${severity}) is new: write ${url} down with today, ${today}`]

    const days = Math.floor((Date.parse(today) - Date.parse(since)) / DAY_MS)
    const maxDays = WITHIN_DAYS[severity as Severity] ?? WITHIN_DAYS.critical

    return days > maxDays
      ? [`${name}: ${title} (${severity}) is ${days} days old; ${maxDays} are allowed`]
      : []
  })
}

if (import.meta.main) {
  const document = readFileSync(join(import.meta.dirname, '../docs/security/components.md'), 'utf8')
  const audit = JSON.parse(readFileSync(0, 'utf8'))
  const overdueFlaws = overdue(
    audit,
    parseKnownFlaws(document),
    new Date().toISOString().slice(0, 10),
  )
  console.log(
    overdueFlaws.length > 0 ? overdueFlaws.join('\n') : 'No package stays for longer than it may.',
  )
  process.exitCode = overdueFlaws.length > 0 ? 1 : 0
}
