import { expect, test } from 'vitest'
import { assertNotNewer } from './releases.ts'

const OWN = { version: '0.10.0', schema: ['schema/0001-roles.sql', 'schema/0002-ledger.sql'] }

test('a database of this release, an older one or an unknown one is accepted', () => {
  assertNotNewer([], OWN)
  assertNotNewer([{ name: 'schema/0001-roles.sql' }], OWN)
  assertNotNewer(
    [
      { name: 'schema/0001-roles.sql', release: '0.9.12' },
      { name: 'schema/0002-ledger.sql', release: '0.10.0' },
      { name: 'functions/public/removed.sql', release: null },
    ],
    OWN,
  )
})

test('a database that a newer release migrated is refused, also if only a function changed', () => {
  for (const release of ['0.10.1', '0.11.0', '1.0.0'])
    expect(() => assertNotNewer([{ name: 'functions/ledger/post.sql', release }], OWN)).toThrow(
      `The database was migrated by release ${release}, and this is release 0.10.0: an older ` +
        `release doesn't run on a newer database. Start ${release}, or restore a backup.`,
    )
})

test('a schema file that this release does not have is refused by its name', () => {
  expect(() => assertNotNewer([{ name: 'schema/0003-plans.sql' }], OWN)).toThrow(
    'made by a newer version (it has schema/0003-plans.sql)',
  )
})
