import { formatDollars } from '#ui/figures/decimal.ts'
import { Money } from '#ui/figures/money.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { StaffCampaign } from './calls.tsx'

export const STATE_TAGS: Record<StaffCampaign['state'], [Tone, string]> = {
  draft: ['wait', 'Draft'],
  published: ['ok', 'Published'],
  ended: ['neutral', 'Ended'],
}

/** Displays the state of a campaign. */
export const StateTag = ({ state }: { state: StaffCampaign['state'] }) => (
  <Tag tone={STATE_TAGS[state][0]}>{STATE_TAGS[state][1]}</Tag>
)

/** Displays the terms of a campaign. */
export function CampaignFacts({ campaign }: { campaign: StaffCampaign }) {
  const { name, code, text, amount, budget, used, startsOn, endsOn } = campaign
  return (
    <>
      <h3>{name}</h3>
      <p>{text}</p>
      <DrawerPart title="Details">
        <KeyValues
          rows={[
            { label: 'Link', value: <span className="mono">/signup?campaign={code}</span> },
            { label: 'Amount per claim', value: <Money amount={amount} /> },
            { label: 'First day', value: <CalendarDay day={startsOn} /> },
            { label: 'Last day', value: <CalendarDay day={endsOn} /> },
          ]}
        />
      </DrawerPart>
      <DrawerPart title="Budget">
        <Progress
          label={`${formatDollars(used)} of ${formatDollars(budget)} used`}
          value={Number(used)}
          max={Number(budget)}
          start={
            <>
              <Money amount={used} /> used
            </>
          }
          end={
            <>
              of <Money amount={budget} />
            </>
          }
        />
      </DrawerPart>
      <DrawerPart title="History">
        <p>
          Created <When at={campaign.createdAt} timeZone="UTC" /> UTC
        </p>
        {campaign.publishedAt && (
          <p>
            Published <When at={campaign.publishedAt} timeZone="UTC" /> UTC
          </p>
        )}
        {campaign.endedAt && (
          <p>
            Ended early <When at={campaign.endedAt} timeZone="UTC" /> UTC: {campaign.endedBecause}
          </p>
        )}
      </DrawerPart>
    </>
  )
}
