import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { formatDays, OPERATION_LABELS } from '../model.ts'
import type { MyEligibility } from './calls.tsx'

/** Shows the level of verification, what higher amounts need, and what is left of each limit. */
export const LimitsPanel = ({
  level,
  levelLabel,
  levelSteps,
  limits,
  depositExcess,
}: MyEligibility) => (
  <Panel
    id="levels"
    title="Verification and limits"
    aside={<Tag tone={level === 'none' ? 'wait' : 'ok'}>{levelLabel}</Tag>}
  >
    <Stack tight>
      <KeyValues
        texts
        rows={[
          ...levelSteps.map(({ operation, level: needed, from, isTotal }) => ({
            label: (
              <>
                {OPERATION_LABELS[operation]}
                {from !== '0.00' && (
                  <>
                    {' '}
                    from <Money amount={from} />
                    {isTotal && ' in total'}
                  </>
                )}
              </>
            ),
            value: `Needs verification level ${needed}`,
          })),
          ...limits.map(({ operation, days, limit, left }) => ({
            label: `${OPERATION_LABELS[operation]} within ${formatDays(days)}`,
            value: (
              <>
                <Money amount={left} /> of <Money amount={limit} /> left
              </>
            ),
          })),
          ...(depositExcess === '0.00'
            ? []
            : [
                {
                  label: 'Deposited above your limit',
                  value: (
                    <>
                      <Money amount={depositExcess} /> stays in your balance until earlier deposits
                      no longer count. You can withdraw it at any time.
                    </>
                  ),
                },
              ]),
        ]}
      />
      {limits.some(({ operation }) => operation === 'deposit') && (
        <p className="muted">
          Open quotes and payments that wait for confirmation count toward your deposit limit.
        </p>
      )}
      <p>
        <TextLink to="/dashboard/verification">Verify your identity</TextLink>
      </p>
    </Stack>
  </Panel>
)
