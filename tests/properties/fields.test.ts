import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROLES } from '#lib/roles.ts'
import { type CallFields, fieldsOfCalls } from '../support/fields.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/security/fields.md')
const CALLS = fieldsOfCalls()

const HEAD = `# Fields: what each call takes and gives

Who may write or read which field. Written by a test (\`npx vitest run tests/properties/fields.test.ts -u\`), which fails when a
call takes or gives anything else; so a change of rights over a field is a change of this page.

- What a call doesn't name it doesn't take: an unknown field is dropped before anything reads it. So no caller sets a role, a
  status, a balance or an owner by sending it; what changes those is a call of its own, with its own people.
- A member's call is about that member alone: another's thing is the 404 of nothing. Who may call what, and what a suspended
  member may still change, is \`tests/properties/authorisation-matrix.ts\`.
- \`x[].y\` is the field y of each in a list. \`.*\` is a part whose fields the call doesn't name: what a browser says about a
  passkey, the value of a setting (each has a schema of its own), and what an audit event or a proposal recorded, for the staff.
- State counts beside the person: a closed account takes nothing, a changed balance of a member needs a reason and, from an
  amount on, a second admin (\`src/modules/approvals/model.ts\`).
`

const whoText = (who: CallFields['who']) =>
  typeof who === 'string' ? who : who.length === ROLES.length ? 'staff' : who.join(', ')

const list = (fields: readonly string[]) => (fields.length === 0 ? '–' : fields.join(' '))

test('the page lists for every call which fields it takes and gives, and to whom', async () => {
  const rows = CALLS.map(
    ({ call, who, takes, gives }) =>
      `| ${call} | ${whoText(who)} | ${list(takes)} | ` +
      `${list(gives.filter((name) => name !== 'message'))} |`,
  )

  const table = [
    '| call | who | takes | gives, beside the sentence |',
    '|---|---|---|---|',
    ...rows,
  ]

  await expect(`${HEAD}\n${table.join('\n')}\n`).toMatchFileSnapshot(DOCUMENT)
})

/** Parts of what is sent or answered whose fields no call names, and why that is so. */
const OPEN = {
  passkey: /^(passkey\.(response|clientExtensionResults)|data(\.options)?)\.\*$/,
  settings: /^(value|data\.settings\[\]\.value)\.\*$/,
  details: /^data(\[\])?\.(details|content|names|troubled\[\]\.payload)\.\*$/,
}

test('no call has an unnamed field, except for passkeys, settings and audit events', () => {
  const open = CALLS.flatMap(({ call, who, takes, gives }) =>
    [...takes, ...gives]
      .filter((field) => field.endsWith('.*'))
      .filter((field) => !Object.values(OPEN).some((known) => known.test(field)))
      .map((field) => `${call} (${whoText(who)}): ${field}`),
  )

  expect(open).toEqual([])

  const toMembers = CALLS.filter(({ who }) => typeof who === 'string')
  const staffAlone = toMembers.filter(({ takes, gives }) =>
    [...takes, ...gives].some((field) => OPEN.settings.test(field) || OPEN.details.test(field)),
  )
  expect(staffAlone.map(({ call }) => call)).toEqual([])
  expect(CALLS.length).toBeGreaterThan(200)
})
