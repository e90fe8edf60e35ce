import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { WARNING_STATEMENT } from '../model.ts'
import { eligibilityCalls, type MyEligibility } from './calls.tsx'
import { OpenStepTag } from './open-step-tag.tsx'
import { RiskText } from './risk-text.tsx'
import { StepTags } from './step-tags.tsx'

type PanelProps = Pick<MyEligibility, 'rules' | 'warning' | 'checklist'>

/** Shows the risk warning, and records that the member has read it. */
export function WarningPanel({ rules, warning, checklist }: PanelProps) {
  const { id: textId, version, sha256, text, isAcknowledged } = warning
  const form = useToastAction(
    async ({ confirmed }) =>
      await eligibilityCalls.acknowledgeWarning.call({
        textId,
        version,
        hash: sha256,
        confirmed: confirmed !== undefined,
      }),
  )

  return (
    <Panel
      id="warning"
      title="Risk warning"
      aside={
        <StepTags rules={rules}>
          {isAcknowledged ? (
            <Tag tone="ok">Confirmed</Tag>
          ) : (
            <OpenStepTag checklist={checklist} kind="warning" />
          )}
        </StepTags>
      }
    >
      <Form wide errors={form.errors} onSubmit={form.onSubmit}>
        <Callout>
          <p>
            <RiskText text={text} />
          </p>
        </Callout>
        {!isAcknowledged && (
          <>
            <CheckboxField name="confirmed" label={WARNING_STATEMENT} />
            <FormActions>
              <Button type="submit" variant="primary" pending={form.pending}>
                Confirm warning
              </Button>
            </FormActions>
          </>
        )}
      </Form>
    </Panel>
  )
}
