import { addresses } from '../addresses.ts';
import { Tabs } from '../kit/part.tsx';

export const matrixTabs = (
  <Tabs
    label="Parts of the matrix"
    pages={[
      [addresses.matrix, 'Workshops'],
      [addresses.matrixCategories, 'Categories'],
      [addresses.targetGroups, 'Target Groups'],
      [addresses.levels, 'Levels'],
      [addresses.dimensions, 'Dimensions'],
    ]}
  />
);
