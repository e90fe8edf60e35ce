import type { Planted } from '../../tools/planted.ts'

const promises = 'vitest run tests/properties/promises.test.ts'
const brand = 'vitest run src/platform/brand.test.ts'
const enquiries = 'vitest run src/modules/enquiries/commands/send-enquiry.test.ts'

/** Mistakes in what the public reads, in how it writes to the operator, and in what an operator may put on the house. */
export const planted: Planted[] = [
  {
    name: 'a service whose return is guaranteed',
    why: 'a visitor would believe it',
    file: 'src/web/site/words/services.ts',
    replace: "'Rent, after repairs, insurance and vacancy'",
    with: "'A guaranteed return from rent'",
    caughtBy: promises,
    says: 'no word that the public site ships promises a return',
  },
  {
    name: 'a mail that calls money certain to grow',
    why: 'a member would believe it',
    file: 'src/modules/enquiries/emails/enquiry-received.tsx',
    replace: 'We have not checked who it is.',
    with: 'Your money is certain to grow.',
    caughtBy: promises,
    says: 'no mail promises a return',
  },
  {
    name: 'colours that nobody can read',
    why: 'a brand would lock people out',
    file: 'src/platform/brand.ts',
    replace: 'const READABLE = 4.5',
    with: 'const READABLE = 1',
    caughtBy: brand,
    says: 'refused at the start',
  },
  {
    name: 'a form that programs may fill in',
    why: 'the operator would drown in spam',
    file: 'src/modules/enquiries/commands/send-enquiry.ts',
    replace: 'if (input.website?.trim()) throw refusals.trap()',
    with: '',
    caughtBy: enquiries,
    says: 'fills in what people do not see',
  },
  {
    name: 'a message that can be rewritten',
    why: 'nobody could tell what a visitor really wrote',
    file: 'migrations/038-enquiries.sql',
    replace:
      'create trigger enquiry_stays before update on enquiry for each row execute function enquiry_stays();',
    with: '',
    caughtBy: enquiries,
    says: 'not even past the code',
  },
]
