import { createHash } from 'node:crypto'
import { capitalise } from '#lib/capitalise.ts'
import { invariant } from '#lib/invariant.ts'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import { screenMembers } from './commands/screen-members.ts'
import type { ListedParty, ParsedList, ScreeningCase } from './model.ts'
import { listCases } from './queries.ts'
import { storeList } from './steps/store-list.ts'

let made = 0

/** Returns eight letters by chance that a number always has. */
const toLetters = (n: number): string =>
  Array.from(createHash('sha256').update(String(n)).digest().subarray(0, 8), (byte) =>
    String.fromCharCode(97 + (byte % 26)),
  ).join('')

/** Builds a listed person with a name that no other test uses. */
export function buildTestParty(overrides: Partial<ListedParty> = {}): ListedParty {
  const [first, last] = [toLetters(++made), toLetters(-made)]
  return {
    id: `test-${made}`,
    kind: 'person',
    names: [`${capitalise(first)} ${capitalise(last)}`],
    birthDates: [],
    countries: [],
    programmes: ['TEST'],
    ...overrides,
  }
}

/** Loads a version of a list with these parties. */
export async function loadTestList(
  app: App,
  parties: ListedParty[],
  source: ParsedList['source'] = 'un',
): Promise<void> {
  const sha256 = createHash('sha256').update(JSON.stringify(parties)).digest('hex')
  const list: ParsedList = { source, publishedOn: '2026-11-01', parties }
  await app.db.transaction().execute((tx) => storeList(tx, app, sha256, list))
}

/** Creates a member who is on a list, and screens everybody. */
export async function createTestCase(
  app: App,
): Promise<{ member: Member; found: ScreeningCase; party: ListedParty }> {
  const party = buildTestParty()
  const [firstName = '', lastName = ''] = party.names[0]?.split(' ') ?? []
  const { member } = await createTestMember(app, { firstName, lastName })
  await loadTestList(app, [party])
  await screenMembers(app)

  const found = (await listCases(app.db, 'open')).find(({ memberId }) => memberId === member.id)
  invariant(found, 'a member with a listed name has a case')

  return { member, found, party }
}
