import type { Mutant } from '../../tools/mutants.ts'

const promises = 'vitest run tests/properties/promises.test.ts'
const brand = 'vitest run src/modules/settings/adapters/brand.test.ts'
const heroes = 'vitest run src/web/site/hero-films.test.ts'
const figures = 'vitest run src/modules/transparency/model.test.ts'
const enquiries = 'vitest run src/modules/enquiries/commands/send-enquiry.test.ts'

/**
 * Mistakes in what the public reads, in how it writes to the operator, and in what an operator may
 * put on the house.
 */
export const mutants: Mutant[] = [
  {
    name: 'a service whose return is guaranteed',
    why: 'a visitor would believe it',
    file: 'src/web/site/copy/services.ts',
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
    file: 'src/modules/settings/adapters/brand-colours.ts',
    replace: 'const MIN_CONTRAST = 4.5',
    with: 'const MIN_CONTRAST = 1',
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
      'create trigger enquiry_stays before update on enquiry for each row execute function ' +
      'enquiry_stays();',
    with: '',
    caughtBy: enquiries,
    says: 'not even past the code',
  },
  {
    name: 'a film without its picture',
    why: 'who sees no film would see nothing',
    file: 'src/modules/settings/adapters/brand-heroes.ts',
    replace: "if (poster && !poster.type.startsWith('video/'))",
    with: 'if (poster)',
    caughtBy: heroes,
    says: 'a film without a picture is refused at the start',
  },
  {
    name: 'a film of any size',
    why: 'a phone would load it for a minute',
    file: 'src/modules/settings/adapters/brand-heroes.ts',
    replace: 'return file.length > kind.maxBytes',
    with: 'return file.length < 0',
    caughtBy: heroes,
    says: 'a film that phones would load for a minute is refused',
  },
  {
    name: 'a share that is rounded up',
    why: 'a hole in the books would show as covered',
    file: 'src/modules/transparency/model.ts',
    replace: 'owed > 0n ? mulDiv(held, 100n, owed) : null',
    with: 'owed > 0n ? mulDiv(held + owed - 1n, 100n, owed) : null',
    caughtBy: figures,
    says: 'never rounded up to a whole one',
  },
  {
    name: 'a worst month without its loss',
    why: 'a visitor would see the income of a month and not what it lost',
    file: 'src/modules/transparency/model.ts',
    replace: 'Number(a.income - a.loss - (b.income - b.loss))',
    with: 'Number(a.income - b.income)',
    caughtBy: figures,
    says: 'the worst month is the one with the loss',
  },
  {
    name: 'services that nobody confirmed, with real money',
    why: 'a live site would offer what the operator does not',
    file: 'src/web/site/site-offer.ts',
    replace: 'services: brand.services ?? (live ? [] : null)',
    with: 'services: brand.services',
    caughtBy: 'vitest run src/web/site/site-offer.test.ts',
    says: 'in live only what the operator has confirmed',
  },
  {
    name: 'a campaign of the sandbox that ends late or never',
    why: 'its countdown would be one that restarts',
    file: 'src/modules/affiliates/seed.ts',
    replace: 'endsOn: addDays(startsOn, RUNNING_DAYS),',
    with: 'endsOn: addDays(startsOn, RUNNING_DAYS + 1),',
    caughtBy: 'vitest run tests/flows/seed.test.ts',
    says: 'ends soon in its last week alone, and then is gone',
  },
]
