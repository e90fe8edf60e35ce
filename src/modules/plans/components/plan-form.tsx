import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Columns, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { PLAN_FAMILIES, type PlanFamily } from '../model.ts'
import { planCalls, type StaffVersion } from './calls.tsx'
import { PlanFigureFields, SampleField } from './plan-figure-fields.tsx'
import { familyText } from './plan-labels.tsx'
import { parsePlanTerms, parseWholeNumber, TextTermFields } from './plan-term-fields.tsx'
import { TargetCheck } from './target-check.tsx'

type ProposePlanResponse = Awaited<ReturnType<typeof planCalls.propose.call>>['data']

type Props = {
  /** The version whose values the form starts with; undefined for a new plan. */
  version: StaffVersion | undefined
  back: string
  onProposed: (proposed: ProposePlanResponse) => Promise<void>
}

/** The form that proposes a version of a plan. */
export function PlanForm({ version, back, onProposed }: Props) {
  const { mode } = useSiteConfig()
  const [percentage, setPercentage] = useState(version?.percentage ?? '')
  const [termDays, setTermDays] = useState(String(version?.termDays ?? ''))
  const form = useFormAction(async (fields) => {
    const { data } = await planCalls.propose.call({
      ...parsePlanTerms(fields),
      family: (version?.family ?? fields.family) as PlanFamily,
      name: version?.name ?? fields.name ?? '',
      minAmount: fields.minAmount ?? '',
      maxAmount: fields.maxAmount ?? '',
      percentage,
      termDays: parseWholeNumber(termDays),
      sample: fields.sample === 'on',
      ...(fields.effectiveFrom ? { effectiveFrom: fields.effectiveFrom } : {}),
    })

    await onProposed(data)
  })

  return (
    <Columns rail={<TargetCheck percentage={percentage} termDays={termDays} />}>
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <Panel title="Plan">
          <Stack tight>
            {version ? (
              <p>
                {version.name}, {familyText(version.family)}. The form starts with version{' '}
                {version.number}.
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
            <PlanFigureFields {...{ version, percentage, setPercentage, termDays, setTermDays }} />
          </Stack>
        </Panel>
        <Panel title="Member information">
          <Stack tight>
            <TextTermFields version={version} />
            {mode === 'sandbox' && <SampleField version={version} />}
          </Stack>
        </Panel>
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
