import { useState } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { en } from '../../kit/text/en.ts';

export interface ShareSliderProps {
  /** Part of the quota, 0.05 to 0.9. */
  readonly share: number;
  readonly onChange: (share: number) => void;
}

/** How much of the quota reading may use by itself. Kept when the thumb is let go. */
export function ShareSlider({ share, onChange }: ShareSliderProps) {
  const [moving, setMoving] = useState<number | null>(null);
  const shown = moving ?? share;
  const words = en.settings.reading;
  return (
    <div className="setting">
      <Slider
        className="slider"
        minValue={0.05}
        maxValue={0.9}
        step={0.05}
        value={shown}
        formatOptions={{ style: 'percent' }}
        onChange={(value) => setMoving(value)}
        onChangeEnd={(value) => {
          setMoving(null);
          onChange(value);
        }}
      >
        <Label>{words.share}</Label>
        <span className="slider__value">{words.percent(shown)}</span>
        <SliderTrack className="slider__track">
          <SliderThumb className="slider__thumb" />
        </SliderTrack>
      </Slider>
      <p className="setting__hint">{words.shareHint}</p>
    </div>
  );
}
