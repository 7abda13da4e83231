// Chances from logits, the same to the bit on every machine: no function of the mathematical library, whose
// last bit differs between systems, has a part in them.
#pragma once

#include <span>

namespace beeline {

// e^x for x up to 88; 0 below -87.
float exponential(float x);

// 1 / (1 + e^-logit), from 0 to 1.
float win_chance(float logit);

// Makes logits a distribution, in place. A logit of minus infinity, for a move that there is not, becomes 0;
// one of the logits must be finite.
void softmax(std::span<float> logits);

}  // namespace beeline
