import { fuzzTest } from '../support/fuzz-run.ts'

fuzzTest(
  'Whatever a call of members is sent, it answers within two seconds, in the shape it ' +
    'describes, and never breaks',
  'members',
  60,
)
