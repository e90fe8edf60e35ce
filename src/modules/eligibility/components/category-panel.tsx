import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { MAX_DECLARED_TEXT, TICKED } from '../model.ts'
import { eligibilityCalls, type MyEligibility } from './calls.tsx'
import { OpenStepTag } from './open-step-tag.tsx'
import { StepTags } from './step-tags.tsx'

type Category = MyEligibility['categories'][number]
type Statement = Category['statements'][number]

/** Asks which kind of investor the member is, with the statements of the declaration. */
export function CategoryPanel({ rules, categories, category, checklist }: MyEligibility) {
  const [chosenId, choose] = useState<string | null>(category?.id ?? null)
  const [isReopened, setReopened] = useState(false)
  const isOpen = isReopened || !category?.isCurrent
  const chosen = categories.find(({ id }) => id === chosenId)
  const form = useToastAction(
    async (fields) =>
      await eligibilityCalls.declareCategory.call({
        category: chosenId ?? '',
        statements: (chosen?.statements ?? []).map(({ id, kind }) => ({
          id,
          answer: readAnswer(fields[`statements.${id}`], kind),
        })),
      }),
    () => setReopened(false),
  )

  return (
    <Panel
      id="your-category"
      title="Kind of investor"
      aside={
        <StepTags rules={rules}>
          {category?.isCurrent ? (
            <Tag tone="ok">{category.name}</Tag>
          ) : (
            <OpenStepTag checklist={checklist} kind="category" />
          )}
        </StepTags>
      }
    >
      {category && !category.isCurrent && (
        <p>Your declaration has expired or its wording has changed. Please declare again.</p>
      )}
      {category?.isCurrent && (
        <p>
          Your declaration counts until <CalendarDay day={category.expiresOn} />.{' '}
          {!isOpen && <Button onClick={() => setReopened(true)}>Declare again</Button>}
        </p>
      )}
      {isOpen && (
        <Form wide errors={form.errors} onSubmit={form.onSubmit}>
          <ChoiceCards
            legend="Which of these are you?"
            name="category"
            roomy
            glyph="radio"
            value={chosenId}
            onChange={choose}
            choices={categories.map(({ id, name, description }) => ({
              value: id,
              label: name,
              hint: description,
            }))}
          />
          {chosen?.statements.map((statement) => (
            <StatementField key={`${chosen.id}/${statement.id}`} statement={statement} />
          ))}
          <FormActions>
            <Button type="submit" variant="primary" pending={form.pending}>
              Save declaration
            </Button>
          </FormActions>
        </Form>
      )}
    </Panel>
  )
}

const readAnswer = (value: string | undefined, kind: Statement['kind']): string =>
  kind === 'tick' ? (value === undefined ? '' : TICKED) : (value ?? '')

function StatementField({ statement: { id, kind, text } }: { statement: Statement }) {
  if (kind === 'tick') return <CheckboxField name={`statements.${id}`} label={text} />
  if (kind === 'amount') return <MoneyField name={`statements.${id}`} label={text} />
  return <TextField name={`statements.${id}`} label={text} maxLength={MAX_DECLARED_TEXT} />
}
