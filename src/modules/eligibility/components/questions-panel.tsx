import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { formatUtcMinute } from '#lib/dates.ts'
import { Button } from '#ui/actions/button.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { eligibilityCalls, type MyEligibility } from './calls.tsx'
import { OpenStepTag } from './open-step-tag.tsx'
import { StepTags } from './step-tags.tsx'

type Questionnaire = NonNullable<MyEligibility['questionnaire']>
type PanelProps = Pick<MyEligibility, 'rules' | 'checklist'> & { questionnaire: Questionnaire }
type Attempt = Awaited<ReturnType<typeof eligibilityCalls.submitAnswers.call>>['data']

/** Asks the appropriateness questions, and shows the result and when they can be repeated. */
export function QuestionsPanel({ rules, questionnaire, checklist }: PanelProps) {
  const { passedUntil, retakeAt, isWaiting } = questionnaire
  const [attempt, setAttempt] = useState<Attempt>()

  return (
    <Panel
      id="questions"
      title="Questions about the risks"
      aside={
        <StepTags rules={rules}>
          {passedUntil ? (
            <Tag tone="ok">Passed</Tag>
          ) : isWaiting ? (
            <Tag tone="progress">Waiting</Tag>
          ) : (
            <OpenStepTag checklist={checklist} kind="questionnaire" />
          )}
        </StepTags>
      }
    >
      {attempt && !attempt.passed && (
        <Callout tone="info" live title="Not passed yet">
          <p>
            {attempt.right} of {attempt.of} answers were right; {questionnaire.minRight} are needed.
            Read the risk warning and the plans’ risks again before the next attempt.
          </p>
        </Callout>
      )}
      {passedUntil ? (
        <p>
          You passed these questions. The result counts until <CalendarDay day={passedUntil} />.
        </p>
      ) : isWaiting ? (
        <p>You can answer the questions again from {formatUtcMinute(retakeAt ?? '')}.</p>
      ) : (
        <QuestionsForm questionnaire={questionnaire} onResult={setAttempt} />
      )}
    </Panel>
  )
}

type FormProps = { questionnaire: Questionnaire; onResult: (attempt: Attempt) => void }

function QuestionsForm({
  questionnaire: { questions, minRight, retakeWaitHours, isExpired },
  onResult,
}: FormProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const form = useToastAction(async () => {
    const response = await eligibilityCalls.submitAnswers.call({
      answers: Object.entries(answers).map(([id, option]) => ({ id, option })),
    })
    onResult(response.data)
    return response
  })

  return (
    <Form wide errors={form.errors} onSubmit={form.onSubmit}>
      {isExpired && <p>Your earlier result has expired. Please answer the questions again.</p>}
      <p>
        {minRight} of {questions.length} answers have to be right.
        {retakeWaitHours > 0 && ` Otherwise you can try again after ${retakeWaitHours} hours.`}
      </p>
      {questions.map(({ id, text, options }) => (
        <ChoiceCards
          key={id}
          legend={text}
          name={`answers.${id}`}
          glyph="radio"
          value={answers[id] ?? null}
          onChange={(option) => setAnswers({ ...answers, [id]: option })}
          choices={options.map((option) => ({ value: option.id, label: option.text }))}
        />
      ))}
      <FormActions>
        <Button type="submit" variant="primary" pending={form.pending}>
          Submit answers
        </Button>
      </FormActions>
    </Form>
  )
}
