import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { parsePercentage } from '#lib/percentages.ts'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { Columns, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import {
  getTargetWarning,
  isExtraordinary,
  MAX_TERM_DAYS,
  PLAN_FAMILIES,
  type PlanFamily,
} from '../model.ts'
import { planCalls, type StaffVersion } from './calls.tsx'
import { familyText } from './plan-labels.tsx'

type ProposePlanResponse = Awaited<ReturnType<typeof planCalls.propose.call>>['data']

type Props = {
  /** What the form begins with; another version of the same plan. */
  version: StaffVersion | undefined
  back: string
  onProposed: (proposed: ProposePlanResponse) => Promise<void>
}

/**
 * The strictest that an operator may not go beyond: 30% a year. The server knows the configured
 * figure.
 */
const ORDINARY_BPS = 3_000

const PROMISES = 'The phrase that promises a return is named here when there is one.'

/** Every word and figure of one version. */
export function PlanForm({ version, back, onProposed }: Props) {
  const { mode } = useSiteConfig()
  const [percentage, setPercentage] = useState(version?.percentage ?? '')
  const [termDays, setTermDays] = useState(String(version?.termDays ?? ''))
  const form = useFormAction(async (fields) => {
    const { data } = await planCalls.propose.call({
      ...pickPlanTexts(fields),
      family: (version?.family ?? fields.family) as PlanFamily,
      name: version?.name ?? fields.name ?? '',
      minAmount: fields.minAmount ?? '',
      maxAmount: fields.maxAmount ?? '',
      percentage,
      termDays: parseWholeNumber(termDays),
      noticePeriodDays: parseWholeNumber(fields.noticePeriodDays || '0'),
      sample: fields.sample === 'on',
      ...(fields.effectiveFrom ? { effectiveFrom: fields.effectiveFrom } : {}),
    })

    await onProposed(data)
  })

  return (
    <Columns rail={<Target percentage={percentage} termDays={termDays} />}>
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <Panel title="What it is">
          <Stack tight>
            {version ? (
              <p>
                {version.name}, {familyText(version.family)}. Begins with what version{' '}
                {version.number} says.
              </p>
            ) : (
              <FieldRow>
                <SelectField
                  label="Family"
                  name="family"
                  defaultValue={PLAN_FAMILIES[0]}
                  options={PLAN_FAMILIES.map((value) => ({ value, label: familyText(value) }))}
                />
                <TextField label="Name" name="name" autoComplete="off" />
              </FieldRow>
            )}
            <Figures {...{ version, percentage, setPercentage, termDays, setTermDays }} />
          </Stack>
        </Panel>
        <PlanTextFields version={version} sandbox={mode === 'sandbox'} />
        <FormActions>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={form.pending}
            pendingLabel="Saving…"
          >
            Save draft
          </Button>
          <ButtonLink to={back} size="lg">
            Go back
          </ButtonLink>
        </FormActions>
      </Form>
    </Columns>
  )
}

type FiguresProps = Pick<Props, 'version'> & {
  percentage: string
  setPercentage: (text: string) => void
  termDays: string
  setTermDays: (text: string) => void
}

const Figures = ({ version, percentage, setPercentage, termDays, setTermDays }: FiguresProps) => (
  <>
    <FieldRow>
      <MoneyField label="From" name="minAmount" defaultValue={version?.minAmount} />
      <MoneyField label="Up to" name="maxAmount" defaultValue={version?.maxAmount} />
    </FieldRow>
    <FieldRow>
      <TextField
        label="Target over the term"
        name="percentage"
        hint="Such as 12.5%. A target, no promise."
        value={percentage}
        onChange={(event) => setPercentage(event.target.value)}
      />
      <TextField
        label="Term in days"
        name="termDays"
        inputMode="numeric"
        value={termDays}
        onChange={(event) => setTermDays(event.target.value)}
      />
    </FieldRow>
    <FieldRow>
      <TextField
        label="Notice in days"
        name="noticePeriodDays"
        inputMode="numeric"
        hint="0 where principal can be withdrawn at any time."
        defaultValue={String(version?.noticePeriodDays ?? 0)}
      />
      <TextField
        label="Offered from"
        name="effectiveFrom"
        type="date"
        hint="Today where it is left empty."
        optional
      />
    </FieldRow>
  </>
)

const PlanTextFields = ({ version, sandbox }: Pick<Props, 'version'> & { sandbox: boolean }) => (
  <Panel title="What members read">
    <Stack tight>
      <TextAreaField
        label="What the target rests on"
        name="basis"
        hint={PROMISES}
        defaultValue={version?.basis}
      />
      <TextAreaField label="Risk" name="risk" defaultValue={version?.risk} />
      <TextAreaField label="Getting money out" name="liquidity" defaultValue={version?.liquidity} />
      <TextAreaField label="Fees" name="fees" defaultValue={version?.fees} />
      {sandbox && (
        <CheckboxField
          label="Sample figures, simulated money"
          name="sample"
          hint="Said wherever its figures show. Live has no sample plans."
          defaultChecked={version?.sample ?? true}
        />
      )}
    </Stack>
  </Panel>
)

const parseWholeNumber = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1)

const pickPlanTexts = ({
  basis = '',
  risk = '',
  liquidity = '',
  fees = '',
}: Record<string, string>) => ({
  basis,
  risk,
  liquidity,
  fees,
})

/** What stands beside the target wherever members see it, and who has to publish it. */
function Target({ percentage, termDays }: { percentage: string; termDays: string }) {
  const bps = parsePercentage(percentage)
  const days = parseWholeNumber(termDays)
  const inTerm = days > 0 && days <= MAX_TERM_DAYS
  const extraordinary = bps !== null && inTerm && isExtraordinary(bps, days, ORDINARY_BPS)

  if (!extraordinary)
    return (
      <Callout tone="info" title="An ordinary target">
        is at most the equivalent of 30% a year. One admin may publish it.
      </Callout>
    )

  return (
    <Callout title="Out of the ordinary." live>
      <p>
        This target is above the equivalent of 30% a year. Another admin has to publish it, and
        members read beside it:
      </p>
      <p className="strong">{getTargetWarning({ extraordinary })}</p>
    </Callout>
  )
}
