import { defineMutants, type Mutant } from '../../tools/mutants/mutant.ts'

/** Mistakes in staff, settings, campaigns and exports. */
export const mutants: Mutant[] = [
  ...defineMutants('src/modules/campaigns/commands', [
    [
      'a large campaign of one admin',
      'one admin could spend the promotion account on an accomplice',
      'publish-campaign.ts',
      'publishCampaign',
      { drop: 'mayPublish' },
    ],
    [
      'a campaign that starts at once',
      'it would be claimed before another admin has seen it',
      'publish-campaign.ts',
      'publishCampaign',
      { drop: 'begunBefore' },
    ],
  ]),
]
