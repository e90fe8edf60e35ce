import { useState } from 'react'
import { Link } from 'react-router'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { useFieldError } from '#ui/form/form-errors.ts'

export type Statement = { document: string; path: string; statement: string }

/**
 * Displays one checkbox per text, unticked at first; the first unticked one shows the server's
 * error about consent.
 */
export function ConsentBoxes({ statements }: { statements: readonly Statement[] }) {
  const wrong = useFieldError('consentVersion')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const open = statements.find(({ document }) => !ticked.includes(document)) ?? statements[0]

  return statements.map(({ document, path, statement }) => (
    <CheckboxField
      key={document}
      name={`agree-${document}`}
      id={document === open?.document ? 'consentVersion' : `agree-${document}`}
      error={document === open?.document ? wrong : undefined}
      onChange={({ currentTarget: { checked } }) =>
        setTicked((before) => [
          ...before.filter((name) => name !== document),
          ...(checked ? [document] : []),
        ])
      }
      label={
        <>
          {renderStatement(statement)}{' '}
          <Link className="link" to={path} target="_blank">
            Read it
          </Link>
        </>
      }
    />
  ))
}

/** Renders a statement with its version, a date, on one line. */
const renderStatement = (statement: string) =>
  statement.split(/(\d{1,2} [A-Z][a-z]{2} \d{4})/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="num">
        {part}
      </span>
    ),
  )
