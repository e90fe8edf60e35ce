import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

type Picture = {
  /** File name in docs/pictures, without `.png`. */
  name: string
  address: string
  signInAs?: string
  admin?: true
  /** The files that decide what the picture shows. */
  shows: string[]
}

/** The pictures of the README and the documents, at most ten. */
export const PICTURES: readonly Picture[] = [
  {
    name: 'overview',
    address: '/dashboard',
    signInAs: 'maya@example.com',
    shows: [
      'src/modules/portfolio/screens/member/overview.tsx',
      'src/modules/portfolio/components/{balances,value-chart,income-chart,positions}.tsx',
      'src/web/dashboard/*.{ts,tsx,css}',
    ],
  },
  {
    name: 'backoffice',
    address: '/admin-dashboard',
    signInAs: 'ruth@example.com',
    admin: true,
    shows: [
      'src/modules/backoffice/screens/admin/overview.tsx',
      'src/modules/backoffice/components/{overview-cards,waiting-list,latest-users}.tsx',
      'src/web/admin/*.{ts,tsx,css}',
    ],
  },
  {
    name: 'open-books',
    address: '/transparency',
    shows: [
      'src/web/site/transparency.tsx',
      'src/web/site/transparency.module.css',
      'src/web/site/transparency/balance-sheet.tsx',
    ],
  },
]

/** Returns the SHA-256 of the files that a picture shows. Throws when it names none. */
export function hashShownFiles({ name, shows }: Picture): string {
  const files = globSync(shows, { cwd: ROOT }).sort()
  if (files.length < shows.length) throw new Error(`${name}: a pattern of its files matches none`)

  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)))

  return hash.digest('hex')
}
