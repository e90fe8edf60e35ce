import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { LEVEL_NAMES } from '../model.ts'
import type { VerificationReview } from './calls.tsx'
import { STATUS_LABELS } from './verification-labels.tsx'

/** The other verifications of the same member. */
export function EarlierAttempts({ attempts }: { attempts: VerificationReview['earlier'] }) {
  if (attempts.length === 0) return null

  return (
    <Panel title="Other verifications of the member">
      <KeyValues
        rows={attempts.map(({ _id, level, status, begunAt, decidedAt }) => ({
          label: (
            <TextLink to={`/admin-dashboard/verifications/${_id}`}>
              {LEVEL_NAMES[level]}, <When at={decidedAt ?? begunAt} timeZone="UTC" />
            </TextLink>
          ),
          value: STATUS_LABELS[status][1],
        }))}
      />
    </Panel>
  )
}
