import { fuzzTest } from '../support/fuzz-run.ts'

fuzzTest(
  'Whatever a call of staff is sent, it answers within two seconds, in the shape it ' +
    'describes, and never breaks',
  'staff',
  100,
)
