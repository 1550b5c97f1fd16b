import { site } from '@ki/shared/contract/site.ts';
import { formatHours } from '@ki/shared/format/durations.ts';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { PreparedText } from '@ki/shared/ui/markdown/prepared-text.tsx';
import { color, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { AXES } from '../model/axes.ts';
import type { LearningGoal, WorkshopDetails } from '../model/workshop.ts';

const Facts = styled.dl`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[3]} ${space[4]};

  > :first-child {
    grid-column: 1 / -1;
  }

  dt {
    color: ${color.muted};
    font-size: ${size.tiny};
    font-weight: 600;
  }

  dd {
    line-height: 1.35;
    font-variant-numeric: tabular-nums;
  }

  ${from.medium} {
    grid-template-columns: 2fr 1.5fr 1fr;
    grid-auto-flow: column;

    > :first-child {
      grid-column: auto;
    }
  }
`;

const Prerequisites = styled.section`
  padding: ${space[4]};
  border-radius: ${radius.medium};
  background: ${color.accentSoft};
  color: ${color.onAccentSoft};

  > :first-child {
    font-size: ${size.h4};
    margin-block-end: ${space[1]};
  }
`;

const Goals = styled.section`
  display: grid;
  gap: ${space[4]};

  article {
    display: grid;
    gap: ${space[1]} ${space[5]};
    padding-block-start: ${space[4]};
    border-block-start: 1px solid ${color.line};

    ${from.medium} {
      grid-template-columns: 8rem minmax(0, 1fr);
    }
  }

  article > :first-child {
    font-size: ${size.h4};
  }

  article p[lang] {
    color: ${color.muted};
    font-size: ${size.tiny};
    font-weight: 600;
  }
`;

/** 'CHF 1’250' or 'CHF 99.50' in de-CH, else as the site's formats have it. */
export function formatPrice(amount: number | null | undefined): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return '';
  const { currency, formats } = site();
  const { price, group, decimal } = formats ?? { price: `${currency} {n}`, group: '’', decimal: '.' };
  const [whole = '0', cents = '00'] = Math.abs(amount).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const digits = `${amount < 0 ? '-' : ''}${grouped}${cents === '00' ? '' : `${decimal}${cents}`}`;
  return price.replace('{n}', () => digits);
}

interface WorkshopFactsProps {
  readonly workshop: WorkshopDetails;
  /** The level of its headings. */
  readonly level: 2 | 3;
}

export function WorkshopFacts({ workshop, level }: WorkshopFactsProps) {
  const { hours, price, prerequisites, goals } = workshop;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Stack $gap={5}>
      <Facts lang="en">
        {AXES.map(({ key, label }) => (
          <Fact key={key} name={label} value={workshop[key]} />
        ))}
        <Fact name="Duration" value={formatHours(hours)} />
        <Fact name="Price" value={formatPrice(price)} />
      </Facts>
      {prerequisites && (
        <Prerequisites>
          <Heading lang="en">Prerequisites</Heading>
          <p>{prerequisites}</p>
        </Prerequisites>
      )}
      <Goals>
        <Heading lang="en">Learning Goals &amp; Success Criteria</Heading>
        {goals.length === 0 ? (
          <p lang="en">No detailed learning goals available yet.</p>
        ) : (
          goals.map((goal) => <Goal key={goal.id} goal={goal} heading={level === 2 ? 'h3' : 'h4'} />)
        )}
      </Goals>
    </Stack>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd lang="de">{value}</dd>
  </div>
);

const Goal = ({ goal: { id, dimension, text }, heading: Heading }: { goal: LearningGoal; heading: 'h3' | 'h4' }) => (
  <article>
    <Heading>{dimension}</Heading>
    <div>
      <p lang="en">Learning Goal</p>
      <PreparedText name={id} text={text} />
    </div>
  </article>
);
