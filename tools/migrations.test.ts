import { expect, test } from 'vitest'
import { listBreaking } from './architecture/migrations.ts'

const BREAKING = [
  'drop table member',
  'drop function ledger.post(uuid)',
  'drop view approvals.proposals',
  'alter table member drop column phone',
  'alter table member drop phone',
  'alter table member rename column phone to telephone',
  'alter table member rename to person',
  'alter type state rename value $$open$$ to $$opened$$',
  'alter table member set schema people',
  'alter table member alter column phone type varchar(20)',
  'alter table member alter phone set data type text',
  'alter table member alter column phone set not null',
  'alter table member alter column phone drop default',
  "alter table member add constraint short check (length(phone) < 20 and phone <> ';')",
  'alter table member add unique (phone)',
  'alter table member add column nickname text not null',
  'alter table member add column share numeric(10,2) not null',
  'alter table member add note text, add column nickname text not null',
  'create unique index on member (phone)',
  'revoke update on member from candor_app',
]

test.each(BREAKING)('%s breaks the previous release', (statement) => {
  expect(listBreaking(`-- a comment\nselect 1;\n${statement};\n`, [])).toHaveLength(1)
})

const COMPATIBLE = [
  'create table note (id text primary key, body text not null)',
  'alter table member add column nickname text',
  "alter table member add column nickname text not null default ''",
  'alter table member add column age int not null generated always as (1) stored',
  'alter table member alter column phone drop not null',
  'alter table member drop constraint short',
  'create index on member (phone)',
  'grant select on member to candor_read',
  "comment on table member is 'drop table member; revoke'",
  'do $$ begin\n  -- drop table member\n  perform 1; drop table member;\nend $$',
]

test.each(COMPATIBLE)('%s leaves the previous release as it is', (statement) => {
  expect(listBreaking(`${statement};\n`, [])).toEqual([])
})

test('an apostrophe or a semicolon in a comment hides no statement', () => {
  const sql = (comment: string) =>
    `${comment}\ndrop table member;\ncomment on table note is 'it''s; theirs';`
  for (const comment of ["-- it isn't used", '-- used; once', "/* it isn't used; */", "/* '' */"])
    expect(listBreaking(sql(comment), []), comment).toEqual(['drop table member'])
})

test('a table that the same file creates is not used by the previous release', () => {
  const sql = `create table note (id text);
    alter table note add constraint named check (id <> '');
    create unique index on note (id);
    revoke all on note from public;`
  expect(listBreaking(sql, [])).toEqual([])
  expect(listBreaking(sql.replace('create table note', 'create table other'), [])).toHaveLength(3)
})

test('the contract step names a released version that no longer uses what it removes', () => {
  const sql = (version: string) =>
    `-- contract: unused since ${version}\nalter table member drop column phone;`
  expect(listBreaking(sql('0.3.0'), ['0.3.0', '0.2.0'])).toEqual([])
  expect(listBreaking(sql('0.4.0'), ['0.3.0', '0.2.0']), 'not released yet').toHaveLength(1)
  expect(
    listBreaking(`${sql('0.3.0')}\nalter table member drop column email;`, ['0.3.0']),
    'one mark permits one statement',
  ).toHaveLength(1)
})
