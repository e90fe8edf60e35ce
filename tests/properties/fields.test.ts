import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROLES } from '#lib/roles.ts'
import { type CallFields, fieldsOfCalls } from '../support/fields.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/security/fields.md')
const CALLS = fieldsOfCalls()

const HEAD = `# Fields: what each call takes and gives

Which fields each call accepts and returns, and for whom. Written by a test (\`npx vitest run tests/properties/fields.test.ts -u\`),
which fails when a call accepts or returns anything else, so every change of access to a field changes this page.

- An unknown field is dropped before any code reads it. No caller can set a role, a status, a balance or an owner by sending it;
  each has a call of its own with its own permission.
- A member's call is about that member only: another member's record is the same 404 as a missing one. Permissions, and what a
  suspended member can still change, are in \`tests/properties/authorisation-matrix.ts\`.
- \`x[].y\` is the field y of each in a list. \`.*\` is a part whose fields the call doesn't list: a browser's data about a
  passkey, the value of a setting (each has its own schema), and the recorded content of an audit event or a proposal, for staff.
- State matters as well as the person: a closed account accepts nothing, and a changed member balance needs a reason and, above a
  threshold, a second admin (\`src/modules/approvals/model.ts\`).
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
  passkey: /^((passkey|signature)\.(response|clientExtensionResults)|data(\.options)?)\.\*$/,
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
