import { parseArgs } from 'node:util'
import { screenMembers } from '#modules/compliance/commands/screen-members.ts'
import type { ListedParty } from '#modules/compliance/model.ts'
import { loadTestList } from '#modules/compliance/testing.ts'
import { print } from './engine/figures.ts'
import { type Installation, openInstallation } from './engine/installation.ts'
import { PeopleInventor } from './support/invented-names.ts'

/**
 * A new version of a list: all members are screened again by the job, in the database. The list has
 * names of invented syllables, which few members resemble, and every hundredth member. Prints the
 * seconds on the wall and of the processor, and the number of cases opened.
 */
const { values: options } = parseArgs({
  options: {
    names: { type: 'string', default: '20000' },
    members: { type: 'string', default: '100000' },
  },
})
const NAMES = Number(options.names)
const MEMBERS = Number(options.members)
const inventor = new PeopleInventor(11)

const SYLLABLES = [
  'ba',
  'dor',
  'fen',
  'gul',
  'hiv',
  'jom',
  'kez',
  'lup',
  'mir',
  'nod',
  'pax',
  'rus',
]
const LISTED_SHARE = 100

type Name = readonly [first: string, last: string]

const inventName = () =>
  Array.from({ length: 3 }, () => SYLLABLES[inventor.pick(SYLLABLES.length)]).join('')

const toParty = (name: string, at: number): ListedParty => ({
  id: String(at),
  kind: 'person',
  names: [name],
  birthDates: [],
  countries: [],
  programmes: [],
})

/** Inserts members as signed up and verified. */
async function insertMembers({ owner }: Installation, names: readonly Name[]): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into member (id, first_name, last_name, email, phone_number, country, referral_code, status, created_at,
        signed_up_on, verified_at)
      select 'mem_' || lpad(n::text, 20, '0'), first, last, n || '@example.com', '+4612345678', 'SE',
        upper(lpad(to_hex(n), 8, '0')), 'active', now(), current_date, now()
      from unnest($1::text[], $2::text[]) with ordinality as names (first, last, n)`,
    [names.map(([first]) => first), names.map(([, last]) => last)],
  )
  await owner.query('set session_replication_role = default')
}

const testApp = await openInstallation(process.env.DATABASE_URL ?? '')
try {
  const { app, owner } = testApp
  const members = Array.from({ length: MEMBERS }, (): Name => {
    const [first = '', ...rest] = inventor.invent().names
    return [first, rest.join(' ') || first]
  })
  const listed = Array.from({ length: NAMES }, (_, at) => {
    const member = members[at * LISTED_SHARE]
    return member ? member.join(' ') : `${inventName()} ${inventName()}`
  })
  await insertMembers(testApp, members)
  await loadTestList(app, listed.map(toParty))

  const began = performance.now()
  const processor = process.cpuUsage()
  await screenMembers(app)
  const { user, system } = process.cpuUsage(processor)

  const { rows } = await owner.query('select count(*)::int as cases from screening_case')
  const { rows: left } = await owner.query('select count(*)::int as due from screening_due')
  if (left[0].due !== 0) throw new Error(`${left[0].due} members were not screened`)

  print(`${MEMBERS} members screened again`, (performance.now() - began) / 1000, 's')
  print('of this the processor of the job', (user + system) / 1e6, 's')
  print('cases opened', rows[0].cases, 'cases')
} finally {
  await testApp.close()
}
