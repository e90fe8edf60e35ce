import { Columns, PageHeading } from '#ui/layout/page.tsx'
import { Band, Payment, SmallFigures } from './gallery/figures.tsx'
import { Fields, MoneyFields } from './gallery/forms.tsx'
import { States } from './gallery/states.tsx'
import { Tables } from './gallery/tables.tsx'

/**
 * Renders every component of the design system on one page, in its rare states too. All of it is
 * sample text.
 */
export default function UiGallery() {
  return (
    <>
      <PageHeading title="Design system" lead="All components in their states, with sample text." />
      <Band />
      <Payment />
      <SmallFigures />
      <Columns rail={<MoneyFields />}>
        <Fields />
      </Columns>
      <States />
      <Tables />
    </>
  )
}
